/** Bytes put together from parts. Numbers are unsigned and big-endian. */

/** Bytes as the platform's cryptography takes them. */
export type Octets = Uint8Array<ArrayBuffer>;

/** All parts, one after the other. */
export function join(parts: readonly Uint8Array[]): Octets {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    joined.set(part, end);
    end += part.length;
  }
  return joined;
}

/** The bytes of hexadecimal digits, two for each. */
export function fromHex(digits: string): Octets {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Bytes as hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Collects parts. Each method returns the same object. */
export class Bytes {
  readonly #parts: Uint8Array[] = [];

  /** A text in UTF-8. */
  text(text: string): this {
    return this.raw(new TextEncoder().encode(text));
  }

  /** Bytes as they are. */
  raw(bytes: Uint8Array): this {
    this.#parts.push(bytes);
    return this;
  }

  /** Bytes behind their length, which takes `size` bytes. */
  sized(size: number, bytes: Uint8Array): this {
    return this.number(size, bytes.length).raw(bytes);
  }

  /** A number of `size` bytes. */
  number(size: number, number: number | bigint): this {
    const bytes = new Uint8Array(size);
    let left = BigInt(number);
    for (let place = size - 1; place >= 0; place--) {
      bytes[place] = Number(left & 255n);
      left >>= 8n;
    }
    return this.raw(bytes);
  }

  /** All parts so far. */
  joined(): Octets {
    return join(this.#parts);
  }
}

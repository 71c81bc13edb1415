/** A page of the documentation. */
export function Markdown({ text }: { text: string }) {
  return <pre>{text}</pre>;
}

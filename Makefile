# The commands of this project; `make help` lists them.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
SOURCES := $(shell find engines search server proto -type f ! -name '*.so' ! -path '*/__pycache__/*' 2>/dev/null)
DEBUG_LIB := build/debug/lib
LISTEN ?= 127.0.0.1:50051

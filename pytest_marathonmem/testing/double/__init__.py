"""The model double: deterministic brains behind the interface of an OpenAI-compatible endpoint, offline and free."""

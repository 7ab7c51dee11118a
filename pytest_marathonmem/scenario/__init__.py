"""The scenario language: what a benchmark folder says, and what follows from it.

Nothing is imported here, so that ``recognise`` costs an unrelated project nothing. What others use:

- ``recognise.is_benchmark``: whether a ``benchmark.json`` is one of ours, by its text alone;
- ``folder.load_benchmark``: a folder parsed into the types of ``model`` and ``keys``, or all its problems at once;
- ``ledger.Ledger``: every fact's text at every moment;
- ``read_out.read_out``: the same folder with scripts for its phases of prose (what ``prose`` reads in them);
- ``asked.describe``: what the ledger knows about a check when it is asked;
- ``inferred.infer_type``: the kind of a check without a key, by its answer;
- ``languages.LANGUAGES``: names of months and weekdays, the second chance's sentence;
- ``jsontext.load_json5`` and ``complaints``: JSON5 and strict models with lines and sentences.

One file reads one part of the language: ``manifest``, ``markdown``, ``chapters``, ``sheets``, ``checks`` and ``answer_keys``,
``settings``, ``anchors``, ``dates``, ``script`` and ``resolve``. ``source`` reads files, ``tokens`` cuts JSON-like text.
"""

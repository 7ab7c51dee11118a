"""Grading: what an answer is worth, and who lost the points.

``evaluate.evaluate`` is what a run calls; ``code_grader.grade`` is the code grader alone; ``expectation.Expectation`` is what
both grade against. A value counts if the answer *chooses* it: ``mentions`` reads every value with its rank (``ranking``, by
the words of ``choice_words``) and what it is said of, ``rivals`` leaves the values that may be meant in its place, ``choice``
picks. ``points``, ``totals``, ``series``, ``void`` and ``keyless`` grade the kinds of checks; ``absent`` and ``recital`` find
what makes a whole answer worth nothing. Nothing is imported here: most of it needs pydantic.
"""

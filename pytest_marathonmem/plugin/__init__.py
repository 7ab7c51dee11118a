"""The pytest plugin ``marathonmem``: the only part that knows pytest."""

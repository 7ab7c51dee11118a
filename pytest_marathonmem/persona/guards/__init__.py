"""What keeps a model's persona to its part: one small file for each guard, and the watch that asks them."""

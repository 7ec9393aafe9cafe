"""What METEOR 1.5 alone needs: its files, and what its Java program does with them."""

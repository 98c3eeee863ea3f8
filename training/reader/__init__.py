"""One reader: what does the evidence say of each token and each claim of an answer?"""

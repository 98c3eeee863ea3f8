"""Routes of other servers, so that their clients are switched by a change of address."""

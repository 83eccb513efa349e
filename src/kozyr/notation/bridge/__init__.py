"""Files of bridge: boards, PBN, LIN, hands for dealing machines, and the verb that goes between them."""

"""`demo`: what memctl does, shown on a copy of the example."""
from memctl.graph.answers import Demo
def demonstrate(folder): raise NotImplementedError

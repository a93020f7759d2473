def mean(values: list[float]) -> float:
    """平均值"""
    return sum(values) / len(values)

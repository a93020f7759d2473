mean_depth <- function(x) {
  sum(x) / length(x) # 平均
}

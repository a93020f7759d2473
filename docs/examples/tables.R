# DATASPACE_TOKEN=dst_… Rscript tables.R https://data.example.org lake Casts
library(jsonlite)

args <- commandArgs(trailingOnly = TRUE)
site <- args[1]; code <- args[2]; name <- args[3]
headers <- c(Authorization = paste("Bearer", Sys.getenv("DATASPACE_TOKEN")), "Accept-Language" = "en")

address <- function(path, ...) {
  fields <- list(...)
  query <- paste(names(fields), vapply(fields, URLencode, "", reserved = TRUE), sep = "=", collapse = "&")
  paste0(site, "/api", path, "?", query)
}
call <- function(path, ...) fromJSON(url(address(path, ...), headers = headers), simplifyVector = FALSE)$data

space <- call("/space/transit", code = code)
found <- Filter(function(one) one$name == name, call("/tables", spaceId = space, q = name)$list)
if (length(found) == 0) stop("no table named ", name)
table <- found[[1]]$id

# The whole table as a frame. Texts stay texts, so that 007 is not 7.
export <- address(paste0("/data/space/tables/", table, "/export"), spaceId = space, format = "csvForPrograms")
casts <- read.csv(url(export, headers = headers, encoding = "UTF-8"),
                  colClasses = c(Station = "character", Depth = "numeric", Taken = "Date"))
means <- tapply(casts$Depth, casts$Station, mean, na.rm = TRUE)
cat(sprintf("%s %g\n", names(means), means), sep = "")

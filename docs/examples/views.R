# DATASPACE_TOKEN=dst_… Rscript views.R https://data.example.org lake "Warm water"
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
found <- Filter(function(one) one$name == name, call("/data-views", spaceId = space, q = name)$list)
if (length(found) == 0) stop("no data view named ", name)

# All rows of the view as a frame. Texts stay texts, so that 007 is not 7.
path <- paste0("/data/space/data-views/", found[[1]]$id, "/export")
export <- address(path, spaceId = space, format = "csvForPrograms")
casts <- read.csv(url(export, headers = headers, encoding = "UTF-8"),
                  colClasses = c(Station = "character", Depth = "numeric"))
means <- tapply(casts$Depth, casts$Station, mean, na.rm = TRUE)
cat(sprintf("%s %g\n", names(means), means), sep = "")

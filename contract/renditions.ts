/**
 * Renditions that are made in the background, by suffix; the table `rendition_suffix` holds the same lists for its
 * triggers.
 */

/** Files whose text is extracted for the search. */
export const textSuffixes =
  'txt log md markdown csv tsv json jsonl geojson xml html htm svg css scss sass less ts tsx js jsx mjs vue py r rmd m jl c h cpp hpp go rs sh bat java scala sql yaml yml toml ini conf tex bib ipynb pdb cif nwk tree fasta fa docx pptx xlsx xls pdf parquet nc h5 hdf5'.split(
    ' ',
  )
/** Files that get a thumbnail. */
export const thumbSuffixes = 'bmp jpg jpeg png gif ico webp avif svg tif tiff pdf mp4 m4v webm mov'.split(' ')

/** Every number of the product that a rule depends on, once, with its unit. Source: spec section 9 unless said. */

/** Length of an upload chunk in bytes (2 MiB). The last chunk of a file is shorter. */
export const CHUNK_BYTES = 2_097_152
/** Chunk requests of one file that may be on the wire at once. */
export const CHUNKS_AT_ONCE = 3
/** Files that may be sending at once. */
export const FILES_AT_ONCE = 3
/** Rows that the upload panel shows. */
export const PANEL_ROWS = 20
/** How often the panel computes the speed, in milliseconds. */
export const SPEED_TICK_MS = 1000
/** Progress shown while the server merges, in percent. */
export const MERGE_PERCENT = 98
/** The overall percent is capped here while it would exceed 100. */
export const OVERALL_PERCENT_CAP = 98.6
/** A half-sent upload that nobody touched for this long is swept (our choice; the older system kept chunks 6 days). */
export const UPLOAD_IDLE_MS = 24 * 3_600_000

/** Realtime channel: how often the client says that it is alive. */
export const HEARTBEAT_MS = 60_000
/** How long a notification toast stays. */
export const TOAST_MS = 5000
/** Pause before a redirect that an error asks for. */
export const REDIRECT_MS = 500
/** A lazy chunk or style that takes longer has failed. */
export const CHUNK_LOAD_TIMEOUT_MS = 120_000
/** Width of the file preview, in percent of the window. */
export const PREVIEW_WIDTH_PERCENT = 70
/** Width of any other modal, in percent of the window. */
export const MODAL_WIDTH_PERCENT = 38
/** Root font size: viewport width divided by this, but at least ROOT_FONT_MIN_PX. */
export const ROOT_FONT_DIVISOR = 10
export const ROOT_FONT_MIN_PX = 140
export const RESIZE_DEBOUNCE_MS = 300

/** Role that `/public/ju` must answer for the layout to open a space. Source: spec section 6. */
export const SPACE_ROLE_THRESHOLD = 3

/** Search answers this many results when nothing else is asked. */
export const SEARCH_DEFAULT_SIZE = 10
/** Rows of one page of a list: default and most (our choice). */
export const LIST_DEFAULT_SIZE = 50
export const LIST_MAX_SIZE = 1000
/** Items that one request may name (our choice). */
export const SELECTION_MAX = 1000

export const PASSWORD_LENGTH = { min: 8, max: 12 } as const

export const SPACE_NAME_MAX = 100
export const IDENTIFIER_LENGTH = { min: 3, max: 20 } as const
/** Introductions and reasons, in characters. */
export const TEXT_MAX = 300
/** Capacity of a space in GB: 10 T. */
export const CAPACITY_MAX_GB = 10_240
/** Capacity of a new space in GB when none is asked for (our choice). */
export const CAPACITY_DEFAULT_GB = 100
export const BYTES_PER_GB = 1_073_741_824
export const TAGS_MAX = 10
export const TAG_LENGTH_MAX = 20
/** Use of a space above which a warning shows, in percent. */
export const STORAGE_WARNING_PERCENT = 80

/** A file name, in bytes of UTF-8: what every file system takes. */
export const FILE_NAME_MAX_BYTES = 255
/** Folders below one another (our choice). */
export const FOLDER_DEPTH_MAX = 100
/** Days that the trash keeps a deleted item (our choice). */
export const TRASH_KEEP_DAYS = 30
/** The largest text that opens for reading in the page, in bytes (our choice). */
export const TEXT_PREVIEW_BYTES = 5 * 1_048_576

/** A session ends after this much silence, and in any case after SESSION_MAX_MS (our choice). */
export const SESSION_IDLE_MS = 12 * 3_600_000
export const SESSION_MAX_MS = 14 * 24 * 3_600_000

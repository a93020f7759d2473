/**
 * Numbers that both sides or several files share, or that the specification states, with their units. Source: spec
 * section 9 unless said. A number that acts in one file stands there.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'

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
export const UPLOAD_IDLE_MS = DAY_MS

/** Realtime channel: how often the client says that it is alive. */
export const HEARTBEAT_MS = 60_000
/** Sockets of one person on one server: each page has one (our choice). */
export const SOCKETS_PER_PERSON = 50
/** How long a notification toast stays. */
export const TOAST_MS = 5000
/** Pause before a redirect that an error asks for. */
export const REDIRECT_MS = 500
/** A lazy chunk or style that takes longer has failed. */
export const CHUNK_LOAD_TIMEOUT_MS = 120_000
/** Width of the file preview, in percent of the window. */
export const PREVIEW_WIDTH_PERCENT = 70
/** Width of a question, and of any other modal, in percent of the window. */
export const CONFIRM_WIDTH_PERCENT = 30
export const MODAL_WIDTH_PERCENT = 38
/** Root font size: viewport width divided by this, but at least ROOT_FONT_MIN_PX. */
export const ROOT_FONT_DIVISOR = 10
export const ROOT_FONT_MIN_PX = 140
export const RESIZE_DEBOUNCE_MS = 300

/** Role that `/public/ju` must answer for the layout to open a space. Source: spec section 6. */
export const SPACE_ROLE_THRESHOLD = 3

/** Characters of what is looked for in spaces (our choice). */
export const SEARCH_TEXT_MAX = 100
/** Search answers this many results when nothing else is asked. */
export const SEARCH_DEFAULT_SIZE = 10
/** Spaces of a person that one search looks into (our choice). */
export const SEARCH_SPACES_MAX = 500
/** Spaces that are offered at once to bring files from; further ones are found by name (our choice). */
export const IMPORT_SPACES_MAX = 500
/** Text that is kept of one content for the search, in bytes (our choice). */
export const TEXT_INDEX_BYTES = 1_048_576
/** The largest document that is taken apart for its text, in bytes; larger ones are found by name (our choice). */
export const TEXT_SOURCE_BYTES = 67_108_864
/** Headings that one table is found by (our choice). */
export const TEXT_COLUMNS_MAX = 2000
/** How long the making of a text or a small picture may take, and how often it is tried (our choice). */
export const DERIVE_MS = 20_000
export const DERIVE_TRIES = 3
/** The longer side of a small picture, in pixels (our choice). */
export const THUMB_PX = 320
/** The largest content that a small picture is made of, in bytes, and its pixels (our choice). */
export const THUMB_SOURCE_BYTES = 268_435_456
export const THUMB_SOURCE_PIXELS = 100_000_000
/** Rows of one page of a list: default and most (our choice). */
export const LIST_DEFAULT_SIZE = 50
export const LIST_MAX_SIZE = 1000
/** Rows of a record list that come at a time, for people to choose from. */
export const PAGE_SIZES = [10, 20, 30, 40, 50] as const
/** Cards of a page that the console offers. Source: spec section 9. */
export const CARD_SIZES = [9, 18, 27, 36, 45] as const
/** Items that one request may name (our choice). */
export const SELECTION_MAX = 1000

export const PASSWORD_LENGTH = { min: 8, max: 12 } as const
/** Kinds of characters that a password has at least: upper case, lower case, digit, special. Source: spec section 5. */
export const PASSWORD_KINDS_MIN = 3

/** A verification image can be answered for this long, once. */
export const CAPTCHA_MS = 60_000
/** The verification image: characters, lines and dots. Source: spec section 9, Helpers. */
export const CAPTCHA_LENGTH = 4
export const CAPTCHA_LINES = 5
export const CAPTCHA_DOTS = 30
/** Mails that an address asks for come at most this often. */
export const MAIL_AGAIN_MS = 3 * MINUTE_MS
/** How long the links of a mail work; the mail says so. */
export const ACTIVATION_HOURS = 72
export const RESET_HOURS = 24
export const INVITATION_HOURS = 72
/** A sign-in at another service is completed within this time, or begun again (our choice). */
export const SIGN_IN_MINUTES = 10
/** Digits of a code of an authenticator app, and of one sent by mail to prove an account (our choice). */
export const TOTP_DIGITS = 6
export const BIND_CODE_DIGITS = 8
/** A code sent by mail to prove an account works this long (our choice). */
export const BIND_CODE_MINUTES = 15
/** What a person proved counts for this long when something sensitive changes (our choice). */
export const CONFIRM_MS = 15 * MINUTE_MS
/** Recovery codes of a second step (our choice). */
export const RECOVERY_CODES = 10
/** App passwords, access tokens and passkeys that one person may have (our choice). */
export const KEYS_PER_PERSON = 50
/** How long a lock holds that a program asks for, in seconds, at most and unless it says; and locks of one person (our choice). */
export const LOCK_SECONDS = { max: 3600, unasked: 600 } as const
export const LOCKS_PER_PERSON = 1000
/** Properties that programs may keep beside one file or folder, and their bytes together (our choice). */
export const PROPERTIES_OF_ITEM = { count: 100, bytes: 65_536 } as const
/** A small file that a machine leaves beside those of its person: bytes, how many of one person, and days without use (our choice). */
export const SCRATCH = { bytes: 262_144, perPerson: 10_000, days: 7 } as const
/** Characters of the name of a passkey, a token or an app password (our choice). */
export const KEY_NAME_MAX = 60
/** The longest validity of a token or an app password, in days (our choice). */
export const KEY_DAYS_MAX = 3650
/** Output of the avatar's cropper, in pixels; the spec says about 50, screens have two to three dots a pixel. */
export const AVATAR_PX = 150
export const AVATAR_BYTES_MAX = 200_000
export const PERSON_NAME_MAX = 50
export const UNIT_MAX = 100
export const PROFILE_MAX = 300
/** Rows of one bulk import of users, and bytes of its file (our choice). */
export const IMPORT_ROWS_MAX = 5000
export const IMPORT_BYTES_MAX = 5 * 1_048_576
/** A person who was heard of within this time counts as online (our choice). */
export const ONLINE_MS = 5 * MINUTE_MS
/** A directory or sign-in service that takes longer than this is called slow, and longer than that has failed. */
export const METHOD_SLOW_MS = 2000
export const METHOD_TIMEOUT_MS = 5000
/** The mail server: a DNS name, a TCP port, what it is signed in to with and who mails come from, in characters (our choice). */
export const MAIL_HOST_MAX = 253
export const PORT_MAX = 65_535
export const MAIL_ACCOUNT_MAX = 254
export const MAIL_PASSWORD_MAX = 500
export const MAIL_SENDER_MAX = 100
/** Characters of the subject and the text of a mail (our choice). */
export const MAIL_SUBJECT_MAX = 200
export const MAIL_BODY_MAX = 5000
/** Characters of the name of a sign-in method, of a setting of it, and of PEM certificates (our choice). */
export const METHOD_NAME_MAX = 40
export const METHOD_TEXT_MAX = 2000
export const CERTIFICATES_MAX = 50_000
/** A sign-in method that failed several times in a row is left alone for this long (our choice). */
export const METHOD_REST_SECONDS = 15
/** A certificate that ends within so many days is warned of (our choice). */
export const CERTIFICATE_WARNING_DAYS = 30
/** An invitation code: accounts that it makes, and days that it works, at most (our choice). */
export const INVITATION_USES_MAX = 1000
export const INVITATION_DAYS_MAX = 365
/** How long mails, sign-in history and used links are kept, in days (our choice). */
export const MAIL_KEEP_DAYS = 30
export const HISTORY_KEEP_DAYS = 365

export const SPACE_NAME_MAX = 100
export const IDENTIFIER_LENGTH = { min: 3, max: 20 } as const
/** Introductions and reasons, in characters. */
export const TEXT_MAX = 300
/** Capacity of a space in GB: 10 T. */
export const CAPACITY_MAX_GB = 10_240
/** Capacity of a new space in GB when none is asked for (our choice). */
export const CAPACITY_DEFAULT_GB = 100
export const BYTES_PER_GB = 1_073_741_824
/** A capacity of so many bytes in whole GB. */
export const gbOf = (bytes: number): number => Math.round(bytes / BYTES_PER_GB)
export const TAGS_MAX = 10
export const TAG_LENGTH_MAX = 20
/** Use of a space above which a warning shows, in percent. */
export const STORAGE_WARNING_PERCENT = 80
/** Whether so much of a capacity is used that people are warned; both in the same unit. */
export const isNearlyFull = (used: number, capacity: number): boolean => used * 100 > capacity * STORAGE_WARNING_PERCENT

/** A file name, in bytes of UTF-8: what every file system takes. */
export const FILE_NAME_MAX_BYTES = 255
/** Folders below one another (our choice). */
export const FOLDER_DEPTH_MAX = 100
/** Files and folders of one archive (our choice). */
export const ARCHIVE_ENTRIES_MAX = 100_000
/** Entries of zips, and of lists of checksums, that are being downloaded, of one person or address and of all together: each is in memory (our choice). */
export const ZIPS_ENTRIES = { each: 200_000, all: 1_000_000 } as const
/** Such a download of which nobody takes anything for this long ends: others wait for its place (our choice). */
export const STALLED_MS = 5 * MINUTE_MS
/** Days that the trash keeps a deleted item (our choice). */
export const TRASH_KEEP_DAYS = 30
/** The largest text that opens for reading in the page, in bytes (our choice). */
export const TEXT_PREVIEW_BYTES = 5 * 1_048_576
/** What viewers fetch of a large file at once, and how many such pieces they keep (our choice). */
export const RANGE_BLOCK_BYTES = 1_048_576
export const RANGE_BLOCKS_KEPT = 64
/** Rows of a table that are read at once, such pages kept, and rows in sight of one scroll bar (our choice). */
export const GRID_PAGE_ROWS = 500
export const GRID_PAGES_KEPT = 40
export const GRID_WINDOW_ROWS = 500_000
/** The largest workbook that opens in the page: its format can only be read whole (our choice). */
export const SHEET_PREVIEW_BYTES = 32 * 1_048_576
/** Points of a picture that are read and drawn at most, from an overview or a part of a larger one (our choice). */
export const RASTER_PREVIEW_POINTS = 4 * 1_048_576
/** Entries of an archive that are listed at most, and bytes of a compressed stream that are read for them (our choice). */
export const ARCHIVE_LIST_MAX = 100_000
export const ARCHIVE_READ_BYTES = 256 * 1_048_576
/** What an entry of an archive may unpack to when it is looked at (our choice). */
export const ENTRY_PREVIEW_BYTES = 32 * 1_048_576
/** Maps, trees, structures, documents, slides and notebooks up to this size open: they are read whole (our choice). */
export const WHOLE_PREVIEW_BYTES = 64 * 1_048_576

/** A session ends after this much silence, and in any case after SESSION_MAX_MS (our choice). */
export const SESSION_IDLE_MS = 12 * HOUR_MS
export const SESSION_MAX_MS = 14 * DAY_MS

/** Cover of a space, in pixels. Source: spec sections 3 and 9. */
export const COVER_PX = { width: 370, height: 230 } as const
/** Logo of the site, in pixels; the spec says about 50, screens have two to three dots a pixel. */
export const LOGO_PX = 150
/** Banner of the home page, in pixels (our choice). */
export const BANNER_PX = { width: 1600, height: 400 } as const
/** A picture as a page sends it after cropping, in bytes of the file (our choice). */
export const PICTURE_BYTES_MAX = 700_000
/** Characters of a `data:` address of such a picture: base64 takes four for three bytes, the head takes the rest. */
export const PICTURE_TEXT_MAX = Math.ceil(PICTURE_BYTES_MAX / 3) * 4 + 100

/** An invitation into a space works this many days unless another number is given (our choice). */
export const SPACE_INVITATION_DAYS = { default: 7, max: 90 } as const
/** A search for people begins at this many characters and answers this many (our choice): never the whole list. */
export const PEOPLE_SEARCH = { min: 2, max: 10 } as const
/** Requests that wait this long are brought to mind once; an applicant may do so this often (our choice). */
export const JOIN_REMIND_HOURS = 48
/** People of the site, and addresses, that are invited at once (our choice). */
export const INVITED_AT_ONCE = 50
/** The body of a request, in bytes: of anybody, of a sign-in service that posts back, of who is signed in (our choice). */
export const BODY_BYTES = { public: 16_384, selection: 65_536, callback: 262_144, signedIn: 1_048_576 } as const
/** Spaces that one person may create within a day. Source: the system that the specification describes. */
export const SPACES_A_DAY = 50
/** Spaces that one call takes offline or online (our choice). */
export const STATUS_CHANGES_MAX = 100
/** Days that a journal shows at once. Source: spec section 9, logs viewable for 1 month. */
export const JOURNAL_WINDOW_DAYS = 31
/** People that the list of active members names. Source: the system that the specification describes. */
export const ACTIVE_MEMBERS = 10
/** Months that a journal is kept: at least, unless set, at most (our choice). */
export const JOURNAL_KEEP_MONTHS = { min: 1, default: 12, max: 120 } as const
/** Messages are kept for this many days (our choice). */
export const MESSAGE_KEEP_DAYS = 365
/** Entries of each list of the clean-up adviser, and those that are chosen of it (our choice). */
export const ADVICE_ROWS = 10
/** Days whose views, downloads and joins make a space hot. Source: the system that the specification describes. */
export const HOT_DAYS = 7
/** A view of a space by the same person or address counts again after this long (our choice). */
export const VIEW_AGAIN_MS = HOUR_MS
/** Spaces that the home page shows at once: rows of two, three and four come out even (our choice). */
export const HOME_SPACES = 12
/** Files that the page of a space lists at once (our choice). */
export const FOLDER_ROWS = 50
/** A README is rendered up to this many bytes, and elements in one another: no text takes long then (our choice). */
export const README_BYTES_MAX = 65_536
export const README_NESTING_MAX = 20
/** Figures of the whole site may be this old (our choice). */
export const STATISTICS_AGE_MS = 60_000
/** Spaces that lead by a figure. Source: the system that the specification describes. */
export const TOP_SPACES = 10

/** Entries of one item's metadata, characters of a key and of a value (our choice). */
export const META_PAIRS_MAX = 200
export const META_KEY_MAX = 100
export const META_VALUE_MAX = 5000
/** Characters of one item's metadata in all: what is written is indexed before anybody else's write (our choice). */
export const META_CHARS_MAX = 100_000
/** Characters of the note of an item (our choice). */
export const NOTE_MAX = 2000
/** Tags of one file or folder (our choice). */
export const FILE_TAGS_MAX = 20
/** Templates of a space, and vocabularies; fields of a template; characters of a name (our choice). */
export const TEMPLATES_MAX = 100
export const TEMPLATE_FIELDS_MAX = 100
export const TEMPLATE_NAME_MAX = 60
/** Terms of a vocabulary, and characters of one (our choice). */
export const VOCABULARY_TERMS_MAX = 2000
export const TERM_MAX = 100
/** Files of one sheet of metadata, and its columns (our choice). */
export const METADATA_SHEET_ROWS = 5000
export const METADATA_SHEET_COLUMNS = 250
/** What the changes of one sheet may weigh, in bytes: before and after of what a sheet may weigh (our choice). */
export const METADATA_CHANGES_BYTES = 2 * IMPORT_BYTES_MAX
/** Siblings that a preview may be told of (our choice). */
export const SIBLINGS_MAX = 1000
/** Tasks that one server works on at once, those that wait for other sites apart, and those of one person that may wait (our choice). */
export const TASKS_AT_ONCE = 2
export const TASKS_OUTSIDE_AT_ONCE = 4
export const TASKS_WAITING_MAX = 100
/** Progress of a task is told at most this often. Source: the system that the specification describes. */
export const TASK_NEWS_MS = 300
/** Files and folders of one task, and characters of what is kept of where they come from and go (our choice). */
export const TASK_ITEMS_MAX = 1_000_000
export const TASK_PATHS_CHARS = 536_870_912
/** Days that a link works (our choice). */
export const SHARE_DAYS = { default: 7, max: 3650 } as const
/** Characters of a link's password (our choice), and of one that is drawn. */
export const SHARE_PASSWORD = { min: 4, max: 20, drawn: 8 } as const
/** Wrong passwords after which a link takes none for SHARE_CLOSED_MS (our choice); and tries of one address a minute. */
export const SHARE_TRIES = 10
export const SHARE_CLOSED_MS = 15 * MINUTE_MS
export const SHARE_TRIES_A_MINUTE = 10
/** What a drop box may take at most, in GB (our choice). */
export const SHARE_BOX_GB_MAX = 1024
/** A given password, and the receipt of a drop box, are good for this long (our choice). */
export const SHARE_VISIT_MS = 12 * HOUR_MS
/** How long it is kept who came by a link, and links that ended, in days (our choice). */
export const SHARE_VISITS_DAYS = 90
export const SHARE_KEEP_DAYS = 365
/** What a visitor of a drop box says of themselves, in characters; files, and folders, of one receipt (our choice). */
export const SHARE_SENDER_MAX = 50
export const SHARE_NOTE_MAX = 300
export const RECEIPT_FILES_MAX = 1000
/** Items whose badges are asked for together: anybody may ask, so it is what their body holds (our choice). */
export const BADGES_MAX = 300
/** Suffixes of files that one component shows (our choice). */
export const SUFFIXES_MAX = 50
/** A package of a component: as it comes, unpacked, and its files (our choice). */
export const COMPONENT_ZIP_BYTES = 50 * 1_048_576
export const COMPONENT_BYTES = 200 * 1_048_576
export const COMPONENT_FILES_MAX = 2000
/** A larger picture of a package is not shown, in bytes (our choice). */
export const LOGO_BYTES = 65_536

/** The largest text that can be edited in the page, in bytes (our choice). */
export const TEXT_EDIT_BYTES = 2 * 1_048_576
/** Characters of the name of a version, and of its description (our choice). */
export const VERSION_NAME_MAX = 60
export const VERSION_WORDS_MAX = 300
/** Files and folders that going back to a point in time may change at once (our choice). */
export const RESTORE_ITEMS_MAX = 200_000
/** How older versions thin out unless a space says otherwise, and between what it may choose (our choice). */
export const VERSION_RULE = {
  isOn: true,
  keepHours: 24,
  dailyDays: 30,
  weeklyDays: 365,
  sharePercent: 30,
  perFileMax: 500,
} as const
export const VERSION_RULE_BOUNDS = {
  keepHours: { min: 1, max: 8760 },
  dailyDays: { min: 1, max: 3650 },
  weeklyDays: { min: 1, max: 3650 },
  sharePercent: { min: 1, max: 100 },
  perFileMax: { min: 1, max: 10_000 },
} as const
/** Addresses that one task fetches (our choice). */
export const IMPORT_URLS_MAX = 20
/** Another site that says nothing for this long is not there; a redirect is followed this often (our choice). */
export const OUTSIDE_MS = 30_000
export const OUTSIDE_REDIRECTS = 5
/** The largest files whose versions are compared in the page: texts, tables; rows and differences of a table (our choice). */
export const COMPARE_TEXT_BYTES = 5 * 1_048_576
export const COMPARE_TABLE_BYTES = 32 * 1_048_576
export const COMPARE_DIFFERENCES_MAX = 1000

/** A session of FTP or SFTP must have logged in after so long, and may rest for so long (our choice). */
export const PROTOCOL_LOGIN_MS = 60_000
export const PROTOCOL_IDLE_MS = 10 * MINUTE_MS
/** How long a data connection, or its TLS, is waited for (our choice). */
export const FTP_DATA_WAIT_MS = 30_000
/** Sessions of FTP, and of SFTP, that one person, one address and all together may have on one server (our choice). */
export const PROTOCOL_SESSIONS = { person: 30, address: 60, all: 1000 } as const
/** What SFTP keeps in memory for one person, and for all, in bytes, and how much of it an open file counts (our choice). */
export const SFTP_HELD_BYTES = { each: 134_217_728, all: 536_870_912, handle: 2_097_152 } as const

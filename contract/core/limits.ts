/**
 * Numbers that both sides or several files share, or that the specification states, with their units. Source: spec
 * section 9 unless said otherwise. A number that only one file uses is defined in that file.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'

/** Length of an upload chunk in bytes (2 MiB). The last chunk of a file is shorter. */
export const CHUNK_BYTES = 2_097_152
/** Chunk requests of one file that run at the same time. */
export const CHUNKS_AT_ONCE = 3
/** Files of a pack, and bytes of all and of each of them. */
export const PACK_FILES = 128
export const PACK_BYTES = 4_194_304
export const PACKED_FILE_BYTES = 1_048_576
/** Files that are uploaded at the same time; as many packs of small ones. */
export const FILES_AT_ONCE = 3
/** Rows that the upload panel shows. */
export const PANEL_ROWS = 20
/** How often the panel computes the speed, in milliseconds. */
export const SPEED_TICK_MS = 1000
/** Progress shown while the server merges, in percent. */
export const MERGE_PERCENT = 98
/** Maximum of the overall percent while the computed value would exceed 100. */
export const OVERALL_PERCENT_CAP = 98.6
/**
 * An incomplete upload is deleted after this long without a chunk (our choice; the older system kept chunks 6 days).
 */
export const UPLOAD_IDLE_MS = DAY_MS

/** Realtime channel: interval of the client's heartbeat. */
export const HEARTBEAT_MS = 60_000
/** Sockets of one person on one server: each page has one (our choice). */
export const SOCKETS_PER_PERSON = 50
/** How long a notification toast stays. */
export const TOAST_MS = 5000
/** How long the panel of uploads stays once everything is uploaded (our choice). */
export const UPLOADED_SHOWN_MS = 8000
/** Pause before a redirect that an error asks for. */
export const REDIRECT_MS = 500
/** A lazy chunk or style sheet that takes longer to load counts as failed. */
export const CHUNK_LOAD_TIMEOUT_MS = 120_000
/** Width of the file preview, in percent of the window. */
export const PREVIEW_WIDTH_PERCENT = 70
/** Width of confirm dialogs and all other modals, in percent of the window. */
export const CONFIRM_WIDTH_PERCENT = 30
export const MODAL_WIDTH_PERCENT = 38
/** Root font size: viewport width divided by this, but at least ROOT_FONT_MIN_PX. */
export const ROOT_FONT_DIVISOR = 10
export const ROOT_FONT_MIN_PX = 140
export const RESIZE_DEBOUNCE_MS = 300

/** Role that `/public/ju` must answer for the layout to open a space. Source: spec section 6. */
export const SPACE_ROLE_THRESHOLD = 3

/** Maximum length of a search text for spaces, in characters (our choice). */
export const SEARCH_TEXT_MAX = 100
/** Default number of search results. */
export const SEARCH_DEFAULT_SIZE = 10
/** Maximum number of the caller's spaces that one search, or the trash of all spaces, covers (our choice). */
export const SPACES_AT_ONCE_MAX = 500
/** Maximum numbers of one person's spaces whose tables, views, boards or instruments are found, and of each found (our choice). */
export const FOUND_SPACES_MAX = 1000
export const FOUND_MAX = 4
/** Maximum number of spaces offered as import sources at once; others are found by name (our choice). */
export const IMPORT_SPACES_MAX = 500
/** Maximum text kept of one content for the search, in bytes (our choice). */
export const TEXT_INDEX_BYTES = 1_048_576
/** The largest document whose text is extracted, in bytes; larger ones are found by name only (our choice). */
export const TEXT_SOURCE_BYTES = 67_108_864
/** Maximum number of headings indexed of one table (our choice). */
export const TEXT_COLUMNS_MAX = 2000
/** Processor time for extracting a text or making a thumbnail, in milliseconds, and number of tries (our choice). */
export const DERIVE_MS = 20_000
export const DERIVE_TRIES = 3
/** Time limit for converting a document to PDF, and how long a reader waits for it, in milliseconds (our choice). */
export const OFFICE_MS = 60_000
export const OFFICE_WAIT_MS = 45_000
/** The largest document that is converted, and the largest PDF made of one, in bytes (our choice). */
export const OFFICE_SOURCE_BYTES = 67_108_864
export const OFFICE_PDF_BYTES = 134_217_728
/** The longer side of a thumbnail, in pixels (our choice). */
export const THUMB_PX = 320
/** The largest content that a thumbnail is made of, in bytes and in pixels (our choice). */
export const THUMB_SOURCE_BYTES = 268_435_456
export const THUMB_SOURCE_PIXELS = 100_000_000
/** Saved filters of one person for a list, and the longest name of one (our choice). */
export const SAVED_FILTERS_MAX = 50
export const SAVED_FILTER_NAME_MAX = 40
/** Rows of one page of a list: default and maximum (our choice). */
export const LIST_DEFAULT_SIZE = 50
export const LIST_MAX_SIZE = 1000
/** Page sizes that people can choose in a record list. */
export const PAGE_SIZES = [10, 20, 30, 40, 50] as const
/** Page sizes of card lists. Source: spec section 9. */
export const CARD_SIZES = [9, 18, 27, 36, 45] as const
/** Maximum number of items in one request (our choice). */
export const SELECTION_MAX = 1000

export const PASSWORD_LENGTH = { min: 8, max: 12 } as const
/** Minimum number of character kinds in a password: upper case, lower case, digit, special. Source: spec section 5. */
export const PASSWORD_KINDS_MIN = 3

/** Validity of a captcha; it can be answered once. */
export const CAPTCHA_MS = 60_000
/** The verification image: characters, lines and dots. Source: spec section 9, Helpers. */
export const CAPTCHA_LENGTH = 4
export const CAPTCHA_LINES = 5
export const CAPTCHA_DOTS = 30
/** Minimum interval between mails that one address requests. */
export const MAIL_AGAIN_MS = 3 * MINUTE_MS
/** Validity of the links in mails; the mails state it. */
export const ACTIVATION_HOURS = 72
export const RESET_HOURS = 24
export const INVITATION_HOURS = 72
/** A sign-in at an outside service must be completed within this time (our choice). */
export const SIGN_IN_MINUTES = 10
/** Digits of an authenticator code, and of a code sent by mail to bind an account (our choice). */
export const TOTP_DIGITS = 6
export const BIND_CODE_DIGITS = 8
/** Validity of a code sent by mail to bind an account (our choice). */
export const BIND_CODE_MINUTES = 15
/** How long a proof of identity counts for sensitive changes (our choice). */
export const CONFIRM_MS = 15 * MINUTE_MS
/** Number of recovery codes of a second step (our choice). */
export const RECOVERY_CODES = 10
/** Maximum number of app passwords, of SSH keys, of access tokens and of passkeys of one person (our choice). */
export const KEYS_PER_PERSON = 50
/**
 * Duration of a WebDAV lock in seconds, maximum and default, and the maximum number of locks of one person (our
 * choice).
 */
export const LOCK_SECONDS = { max: 3600, unasked: 600 } as const
export const LOCKS_PER_PERSON = 1000
/** Dead properties that programs may store on one file or folder: their number and total bytes (our choice). */
export const PROPERTIES_OF_ITEM = { count: 100, bytes: 65_536 } as const
/**
 * Small auxiliary files that operating systems write beside a person's files: bytes of one, number per person, and days
 * that an unused one is kept (our choice).
 */
export const SCRATCH = { bytes: 262_144, perPerson: 10_000, days: 7 } as const
/** Maximum length of the name of a passkey, a token or an app password, in characters (our choice). */
export const KEY_NAME_MAX = 60
/** Characters of a public key, bits of its modulus if it is one of RSA (our choice). */
export const SSH_KEY_MAX = 8000
export const SSH_RSA_BITS_MIN = 2048
/** The longest validity of a token or an app password, in days (our choice). */
export const KEY_DAYS_MAX = 3650
/** Maximum length of the name of an application, and of its spaces (our choice). */
export const APPLICATION_NAME_MAX = 60
export const APPLICATION_SPACES_MAX = 500
/** Calls of an application a minute, on all nodes together: default and maximum (our choice). */
export const APPLICATION_CALLS = { default: 600, max: 100_000 } as const
/** Daily quotas of an application: calls, and GB received and sent (our choice). */
export const APPLICATION_DAY_CALLS_MAX = 100_000_000
export const APPLICATION_DAY_GB = { min: 0.001, max: 100_000 } as const
/** Days that calls of an application are counted, and shown at once (our choice). */
export const APPLICATION_DAYS_KEPT = 366
export const APPLICATION_DAYS_SHOWN_MAX = 366
/** Administrators are notified this many days before a grant ends (our choice). */
export const GRANT_WARNING_DAYS = 14
/**
 * Maximum difference between the clock of a signing client and ours, in seconds; nonces are remembered as long (our
 * choice).
 */
export const SIGNATURE_SECONDS = 300
/** Lifetimes of what an application gets for a person: a code, an access token in seconds, a refresh token (our choice). */
export const CONSENT_CODE_SECONDS = 60
export const CONSENT_ACCESS_SECONDS = 3600
export const CONSENT_REFRESH_DAYS = 30
/** Addresses that an application may have browsers sent back to (our choice). */
export const REDIRECT_URIS_MAX = 10
/** Webhooks of an application, and days that finished deliveries are kept (our choice). */
export const WEBHOOKS_MAX = 10
export const WEBHOOK_DAYS_KEPT = 14
/** Size of a cropped avatar in pixels; the spec says about 50, screens have two to three dots a pixel. */
export const AVATAR_PX = 150
export const AVATAR_BYTES_MAX = 200_000
export const PERSON_NAME_MAX = 50
export const UNIT_MAX = 100
export const PROFILE_MAX = 300
/** Maximum number of rows of a bulk import of users, and maximum bytes of its file (our choice). */
export const IMPORT_ROWS_MAX = 5000
export const IMPORT_BYTES_MAX = 5 * 1_048_576
/** A person with activity within this time counts as online (our choice). */
export const ONLINE_MS = 5 * MINUTE_MS
/** A sign-in service that takes longer than the first is reported as slow; longer than the second is a failure. */
export const METHOD_SLOW_MS = 2000
export const METHOD_TIMEOUT_MS = 5000
/** Maximum lengths of the mail server's settings in characters, and the largest TCP port (our choice). */
export const MAIL_HOST_MAX = 253
export const PORT_MAX = 65_535
export const MAIL_ACCOUNT_MAX = 254
export const MAIL_PASSWORD_MAX = 500
export const MAIL_SENDER_MAX = 100
/** Maximum length of the subject and the text of a mail, in characters (our choice). */
export const MAIL_SUBJECT_MAX = 200
export const MAIL_BODY_MAX = 5000
/**
 * Maximum length of a sign-in method's name, of one of its settings, and of PEM certificates, in characters (our
 * choice).
 */
export const METHOD_NAME_MAX = 40
export const METHOD_TEXT_MAX = 2000
export const CERTIFICATES_MAX = 50_000
/** A sign-in method that failed several times in a row is not tried for this long (our choice). */
export const METHOD_REST_SECONDS = 15
/** A warning is shown for a certificate that expires within this many days (our choice). */
export const CERTIFICATE_WARNING_DAYS = 30
/** Maximum accounts per invitation code, and its maximum validity in days (our choice). */
export const INVITATION_USES_MAX = 1000
export const INVITATION_DAYS_MAX = 365
/** How long mails, sign-in history and used links are kept, in days (our choice). */
export const MAIL_KEEP_DAYS = 30
export const HISTORY_KEEP_DAYS = 365
/** Days that the export of a person's data can be downloaded (our choice). */
export const DATA_EXPORT_DAYS = 7

export const SPACE_NAME_MAX = 100
export const IDENTIFIER_LENGTH = { min: 3, max: 20 } as const
/** Maximum length of introductions and reasons, in characters. */
export const TEXT_MAX = 300
/** Maximum capacity of a space in GB: 10 T. */
export const CAPACITY_MAX_GB = 10_240
/** Default capacity of a new space in GB (our choice). */
export const CAPACITY_DEFAULT_GB = 100
export const BYTES_PER_GB = 1_073_741_824
/** Converts bytes to whole GB. */
export const gbOf = (bytes: number): number => Math.round(bytes / BYTES_PER_GB)
export const TAGS_MAX = 10
export const TAG_LENGTH_MAX = 20
/** A warning is shown above this use of a space, in percent. */
export const STORAGE_WARNING_PERCENT = 80
/** Whether the use of a capacity exceeds the warning level; both in the same unit. */
export const isNearlyFull = (used: number, capacity: number): boolean => used * 100 > capacity * STORAGE_WARNING_PERCENT

/** Maximum length of a file name in bytes of UTF-8: every file system accepts it. */
export const FILE_NAME_MAX_BYTES = 255
/** Maximum depth of nested folders (our choice). */
export const FOLDER_DEPTH_MAX = 100
/** Maximum number of files and folders of one archive (our choice). */
export const ARCHIVE_ENTRIES_MAX = 100_000
/**
 * Entries of all running downloads of zips and checksum lists, per person or address and in total: each entry is held
 * in memory (our choice).
 */
export const ZIPS_ENTRIES = { each: 200_000, all: 1_000_000 } as const
/** Such a download ends when its client reads nothing for this long, because others wait for its place (our choice). */
export const STALLED_MS = 5 * MINUTE_MS
/** Days that the trash keeps a deleted item: minimum, default, maximum (our choice). */
export const TRASH_KEEP_DAYS = { min: 1, default: 30, max: 3650 } as const
/** The largest text that opens in the page, in bytes (our choice). */
export const TEXT_PREVIEW_BYTES = 5 * 1_048_576
/** Size of one range request of the viewers for large files, and number of ranges they cache (our choice). */
export const RANGE_BLOCK_BYTES = 1_048_576
export const RANGE_BLOCKS_KEPT = 64
/** Rows of a table read at once, and number of such pages cached (our choice). */
export const GRID_PAGE_ROWS = 500
export const GRID_PAGES_KEPT = 40
/** The largest workbook that opens in the page, in bytes: the format can only be read as a whole (our choice). */
export const SHEET_PREVIEW_BYTES = 32 * 1_048_576
/**
 * Maximum number of raster pixels that are read and drawn, from an overview or from a part of the picture (our choice).
 */
export const RASTER_PREVIEW_POINTS = 4 * 1_048_576
/**
 * Maximum number of archive entries listed, and maximum bytes of a compressed stream read to list them (our choice).
 */
export const ARCHIVE_LIST_MAX = 100_000
export const ARCHIVE_READ_BYTES = 256 * 1_048_576
/** Maximum unpacked size of an archive entry in the preview (our choice). */
export const ENTRY_PREVIEW_BYTES = 32 * 1_048_576
/**
 * Maximum size of maps, trees, structures, documents, slides and notebooks in the preview: they are read as a whole
 * (our choice).
 */
export const WHOLE_PREVIEW_BYTES = 64 * 1_048_576

/** A session ends after this much inactivity, and in any case after SESSION_MAX_MS (our choice). */
export const SESSION_IDLE_MS = 12 * HOUR_MS
export const SESSION_MAX_MS = 14 * DAY_MS

/** Size of a space's cover in pixels. Source: spec sections 3 and 9. */
export const COVER_PX = { width: 370, height: 230 } as const
/** Size of the site's logo in pixels; the spec says about 50, screens have two to three dots a pixel. */
export const LOGO_PX = 150
/** Size of the home page's banner in pixels (our choice). */
export const BANNER_PX = { width: 1600, height: 400 } as const
/** Maximum size of an uploaded picture after cropping, in bytes of the file (our choice). */
export const PICTURE_BYTES_MAX = 700_000
/**
 * Maximum length of the `data:` URL of such a picture: base64 needs four characters for three bytes, plus the header.
 */
export const PICTURE_TEXT_MAX = Math.ceil(PICTURE_BYTES_MAX / 3) * 4 + 100

/** Validity of an invitation to a space in days: default and maximum (our choice). */
export const SPACE_INVITATION_DAYS = { default: 7, max: 90 } as const
/**
 * Search for people: minimum length of the text, and maximum number of results, so that nobody can list all users (our
 * choice).
 */
export const PEOPLE_SEARCH = { min: 2, max: 10 } as const
/** A reminder is sent once for requests pending this long; an applicant may send one this often (our choice). */
export const JOIN_REMIND_HOURS = 48
/** Maximum number of people, and of addresses, invited at once (our choice). */
export const INVITED_AT_ONCE = 50
/**
 * Maximum request body in bytes: of anybody, of a sign-in service that posts back, of signed-in people (our choice).
 */
export const BODY_BYTES = { public: 16_384, selection: 65_536, callback: 262_144, signedIn: 1_048_576 } as const
/**
 * Maximum number of spaces that one person may create within a day. Source: the system that the specification
 * describes.
 */
export const SPACES_A_DAY = 50
/** Maximum number of spaces that one call takes offline or online (our choice). */
export const STATUS_CHANGES_MAX = 100
/** Maximum number of days of a journal in one view. Source: spec section 9, logs viewable for 1 month. */
export const JOURNAL_WINDOW_DAYS = 31
/** Length of the list of active members. Source: the system that the specification describes. */
export const ACTIVE_MEMBERS = 10
/** Months that a journal is kept: minimum, default, maximum (our choice). */
export const JOURNAL_KEEP_MONTHS = { min: 1, default: 12, max: 120 } as const
/** Days that messages are kept: minimum, default, maximum (our choice). */
export const MESSAGE_KEEP_DAYS = { min: 30, default: 365, max: 3650 } as const
/** Months that the audit log is kept: minimum, maximum; 0, the default, is for ever (our choice). */
export const AUDIT_KEEP_MONTHS = { min: 12, max: 600 } as const
/** Rows of each list of the clean-up adviser, and the number of candidates they are chosen from (our choice). */
export const ADVICE_ROWS = 10
/** Days of views, downloads and joins that make a space hot. Source: the system that the specification describes. */
export const HOT_DAYS = 7
/** A repeated view of a space by the same person or address counts again after this time (our choice). */
export const VIEW_AGAIN_MS = HOUR_MS
/** Spaces per page of the home page: divisible into rows of two, three and four (our choice). */
export const HOME_SPACES = 12
/** Files per page in the public page of a space (our choice). */
export const FOLDER_ROWS = 50
/** Datasets on a page of the catalogue and in its feed, and those that the home page and a space name (our choice). */
export const CATALOGUE_ROWS = 20
export const FEED_ROWS = 50
export const LATEST_DATASETS = 3
/** A README is rendered up to this many bytes and this nesting depth, which bounds the rendering time (our choice). */
export const README_BYTES_MAX = 65_536
export const README_NESTING_MAX = 20
/** Maximum age of cached statistics of the whole site (our choice). */
export const STATISTICS_AGE_MS = 60_000
/** Length of the lists of top spaces. Source: the system that the specification describes. */
export const TOP_SPACES = 10
/** How long traffic is kept by the hour, and by the day: minimum, default, maximum (our choice). */
export const TRAFFIC_HOURS_KEPT = 32 * 24
export const TRAFFIC_KEEP_DAYS = { min: 32, default: 3 * 366, max: 3660 } as const
/** The longest span of days of traffic to look at (our choice). */
export const TRAFFIC_DAYS_MAX = 3 * 366
/** Seconds that are shown of the traffic of this moment (our choice). */
export const TRAFFIC_LIVE_SECONDS = 120

/**
 * Maximum number of one item's metadata entries, and maximum length of a key and of a value in characters (our choice).
 */
export const META_PAIRS_MAX = 200
export const META_KEY_MAX = 100
export const META_VALUE_MAX = 5000
/** Maximum total characters of one item's metadata, because it is indexed while other writers wait (our choice). */
export const META_CHARS_MAX = 100_000
/** Maximum length of an item's note in characters (our choice). */
export const NOTE_MAX = 2000
/** Maximum number of tags of one file or folder (our choice). */
export const FILE_TAGS_MAX = 20
/**
 * Maximum number of templates of a space, of its vocabularies, of fields of a template, and of characters of a name
 * (our choice).
 */
export const TEMPLATES_MAX = 100
export const TEMPLATE_FIELDS_MAX = 100
export const TEMPLATE_NAME_MAX = 60
/** Maximum number of terms of a vocabulary, and of characters of a term (our choice). */
export const VOCABULARY_TERMS_MAX = 2000
export const TERM_MAX = 100
/** Maximum number of files of one metadata sheet, and of its columns (our choice). */
export const METADATA_SHEET_ROWS = 5000
export const METADATA_SHEET_COLUMNS = 250
/** Maximum bytes of a metadata sheet's changes: they hold the sheet's content before and after (our choice). */
export const METADATA_CHANGES_BYTES = 2 * IMPORT_BYTES_MAX
/** Maximum length of a line about an instrument, and of its note, in characters (our choice). */
/** Maximum length of a text of an entry of a registry, in characters (our choice). */
export const REGISTRY_TEXT_MAX = 300
/** Most policies of a site, spaces that one of them names, characters of its name and fewest of a passphrase (our choice). */
export const BACKUP_POLICIES_MAX = 100
export const BACKUP_SPACES_MAX = 1000
export const BACKUP_NAME_MAX = 60
export const PASSPHRASE_MIN = 12

export const INSTRUMENT_TEXT_MAX = 100
export const INSTRUMENT_NOTE_MAX = 2000
/** Maximum number of siblings returned to a preview (our choice). */
export const SIBLINGS_MAX = 1000
/**
 * Tasks that one server runs at once, those that wait for other sites (counted separately), and waiting tasks of one
 * person (our choice).
 */
export const TASKS_AT_ONCE = 2
export const TASKS_OUTSIDE_AT_ONCE = 4
export const TASKS_WAITING_MAX = 100
/**
 * A task that is completed within this many milliseconds sends no message: its person has just seen it end (our
 * choice).
 */
export const TASK_QUIET_MS = 5000
/** Minimum interval of a task's progress events. Source: the system that the specification describes. */
export const TASK_NEWS_MS = 300
/**
 * Maximum number of files and folders of one task, and of characters stored of their sources and targets (our choice).
 */
export const TASK_ITEMS_MAX = 1_000_000
export const TASK_PATHS_CHARS = 536_870_912
/** Validity of a share link in days (our choice). */
export const SHARE_DAYS = { default: 7, max: 3650 } as const
/** Length of a link's password in characters (our choice), and of a generated one. */
export const SHARE_PASSWORD = { min: 4, max: 20, drawn: 8 } as const
/**
 * Wrong passwords after which a link refuses all for SHARE_CLOSED_MS (our choice); and tries per address and minute.
 */
export const SHARE_TRIES = 10
export const SHARE_CLOSED_MS = 15 * MINUTE_MS
export const SHARE_TRIES_A_MINUTE = 10
/** Maximum size of a drop box in GB (our choice). */
export const SHARE_BOX_GB_MAX = 1024
/** Validity of an entered link password, and of a drop box's receipt (our choice). */
export const SHARE_VISIT_MS = 12 * HOUR_MS
/** How long visits of links, and ended links, are kept, in days (our choice). */
export const SHARE_VISITS_DAYS = 90
export const SHARE_KEEP_DAYS = 365
/**
 * Maximum length of the sender's name in a drop box, in characters; maximum files, and folders, of one receipt (our
 * choice).
 */
export const SHARE_SENDER_MAX = 50
export const SHARE_NOTE_MAX = 300
export const RECEIPT_FILES_MAX = 1000
/**
 * Maximum number of items in one request for badges; the public body limit bounds it, because anybody may ask (our
 * choice).
 */
export const BADGES_MAX = 300
/** Maximum number of suffixes of one component (our choice). */
export const SUFFIXES_MAX = 50
/** Largest file in a component's parameters, in bytes (our choice). */
export const CUSTOM_FILE_BYTES = 262_144
/** Limits of a component package: packed bytes, unpacked bytes, and number of files (our choice). */
export const COMPONENT_ZIP_BYTES = 50 * 1_048_576
export const COMPONENT_BYTES = 200 * 1_048_576
export const COMPONENT_FILES_MAX = 2000
/** Maximum size of a package's logo in bytes; a larger one is not shown (our choice). */
export const LOGO_BYTES = 65_536

/** The largest text that can be edited in the page, in bytes (our choice). */
export const TEXT_EDIT_BYTES = 2 * 1_048_576
/** Maximum length of a version's name, and of its description, in characters (our choice). */
export const VERSION_NAME_MAX = 60
export const VERSION_WORDS_MAX = 300
/** Maximum number of files and folders that one restore to a point in time may change (our choice). */
export const RESTORE_ITEMS_MAX = 200_000
/** Default thinning rule for older versions, and the range that a space may choose from (our choice). */
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
/** Maximum number of URLs that one task fetches (our choice). */
export const IMPORT_URLS_MAX = 20
/** Timeout for another site without an answer, and maximum number of redirects (our choice). */
export const OUTSIDE_MS = 30_000
export const OUTSIDE_REDIRECTS = 5
/**
 * Limits of version comparison in the page: bytes of texts and of tables; rows and differences of a table (our choice).
 */
export const COMPARE_TEXT_BYTES = 5 * 1_048_576
export const COMPARE_TABLE_BYTES = 32 * 1_048_576
export const COMPARE_DIFFERENCES_MAX = 1000

/** Time limit for logging in to an FTP or SFTP session, and its idle timeout (our choice). */
export const PROTOCOL_LOGIN_MS = 60_000
export const PROTOCOL_IDLE_MS = 10 * MINUTE_MS
/** Timeout for an FTP data connection, including its TLS handshake (our choice). */
export const FTP_DATA_WAIT_MS = 30_000
/** Maximum number of FTP, and of SFTP, sessions on one server: per person, per address and in total (our choice). */
export const PROTOCOL_SESSIONS = { person: 30, address: 60, all: 1000 } as const
/**
 * Memory that SFTP uses in bytes, per person and in total, and the share that one open file counts for (our choice).
 */
export const SFTP_HELD_BYTES = { each: 134_217_728, all: 536_870_912, handle: 2_097_152 } as const

/** Maximum number of tables of a space, and of columns and rows of a table (our choice). */
export const TABLES_MAX = 1000
export const TABLE_COLUMNS_MAX = 1000
/** Physical columns that a table keeps: PostgreSQL has 1,600 for it, two of which are our own. */
export const TABLE_COLUMNS_EVER = 1598
export const TABLE_ROWS_MAX = 10_000_000
/** Maximum length of the name and the description of a table, in characters (our choice). */
export const TABLE_NAME_MAX = 100
export const TABLE_DESCRIPTION_MAX = 2000
/** Maximum length of the name, the note, the unit and the formula of a column, and of a pattern (our choice). */
export const COLUMN_NAME_MAX = 200
export const COLUMN_NOTE_MAX = 2000
export const COLUMN_UNIT_MAX = 50
export const FORMULA_MAX = 5000
/** Significant digits that spreadsheet programs keep of a number. */
export const SPREADSHEET_DIGITS = 15
/** How deep a formula may be nested, and length of the SQL it may become with all formulas it reads (our choice). */
export const FORMULA_DEPTH_MAX = 100
export const FORMULA_SQL_MAX = 60_000
export const PATTERN_MAX = 500
/** Maximum number of a column, which tables keep as 32 bits. */
export const COLUMN_ID_MAX = 2 ** 31 - 1
/** Maximum length of the text of a cell in characters, and number of terms of a choice (our choice). */
export const TABLE_TEXT_MAX = 100_000
export const CHOICES_MAX = 2000
/** Maximum length of a number in a cell, in characters (our choice). */
export const TABLE_NUMBER_DIGITS = 400
/** Maximum number of rows of one answer (our choice). */
export const TABLE_ROWS_A_PAGE = 1000
/** Maximum number of cells that one change writes one by one, and of bytes of its body (our choice). */
/** Groups of rows that a table is shown in; more are a matter of filters (our choice). */
export const TABLE_GROUPS_MAX = 10_000
/** Values of a column that a filter offers at once; others are found by a search (our choice). */
export const TABLE_VALUES_LISTED = 200
/** Aggregates that are asked for at once: one for each column that is shown (our choice). */
export const AGGREGATES_MAX = 200
/** Differing rows of two moments that are read at once (our choice). */
export const COMPARED_ROWS_MAX = 500
export const TABLE_CELLS_A_CHANGE = 100_000
export const TABLE_BODY_BYTES = 32 * 1_048_576
/** Maximum length of a cursor for pages of rows: it contains the values of the sorted columns (our choice). */
export const TABLE_CURSOR_MAX = 4 * 1_048_576
/** Maximum number of columns in the key of imported rows (our choice). */
export const KEY_COLUMNS_MAX = 20
/** Maximum number of conditions, of columns to sort by, and of columns that one is split into (our choice). */
export const CONDITIONS_MAX = 50
export const SORTS_MAX = 10
export const SPLIT_PARTS_MAX = 50
/** Steps that a person can undo in a table. Source: spec section 9. */
export const UNDO_STEPS = 10
/** Maximum number of saved views of a table (our choice). */
export const TABLE_VIEWS_MAX = 200
/** Maximum characters of a comment, of comments of a table without their replies, and of replies to one (our choice). */
export const COMMENT_TEXT_MAX = 2000
export const TABLE_COMMENTS_MAX = 10_000
export const COMMENT_REPLIES_MAX = 100
/** Maximum characters of what is said in a review, and of comments on a submission with all answers (our choice). */
export const REVIEW_TEXT_MAX = 5000
export const REVIEW_COMMENTS_MAX = 1000
/** Days of a claim of a review: default, maximum, and days before its end for the reminder (our choice). */
export const REVIEW_DAYS = 14
export const REVIEW_DAYS_MAX = 90
export const REVIEW_REMIND_DAYS = 3
/** Links for reviewers without an account, of one submission (our choice). */
export const REVIEW_LINKS_MAX = 20
/** Maximum number of disciplines of a metadata template (our choice): GB/T 13745 has some 3,000. */
export const SUBJECTS_MAX = 10_000
/** Rows of a table that the page of such a link shows at a time (our choice). */
export const REVIEW_LINK_ROWS = 50
/** Maximum number of institutions that datasets are sent to, and length of their texts, in characters (our choice). */
export const INSTITUTIONS_MAX = 100
export const INSTITUTION_TEXT_MAX = 200
/** Maximum number of installations that may send datasets here, and how large a dataset may be, in GB (our choice). */
export const SENDERS_MAX = 100
export const SENDER_DATASET_GB = { min: 1, max: 10_000 } as const
/** Maximum number of databases of a space, and of imports from them (our choice). */
export const DATA_SOURCES_MAX = 100
export const SOURCE_IMPORTS_MAX = 500
/** Maximum length of the name, of other texts and of the certificates of a database, in characters (our choice). */
export const DATA_SOURCE_NAME_MAX = 100
export const DATA_SOURCE_TEXT_MAX = 200
export const DATA_SOURCE_PATH_MAX = 1000
export const DATA_SOURCE_CA_MAX = 50_000
/** Databases of a server that are listed (our choice). */
export const DATABASES_LISTED_MAX = 1000
/** Timeout of interactive requests to a database, in seconds, and rows of a sample (our choice). */
export const DATA_SOURCE_SECONDS = 15
export const SOURCE_SAMPLE_ROWS = 10
/** A scheduled import that could not start within this time is skipped (our choice). */
export const IMPORT_LATE_MS = 15 * MINUTE_MS
/** Maximum length of a schedule, and the least time between two runs in minutes (our choice). */
export const CRON_MAX = 100
export const SCHEDULE_MINUTES_MIN = 5
/** The last row of a sheet with which a table can begin (our choice). */
export const TABLE_START_MAX = 1000
/** Maximum size of a file of tables that is uploaded to be imported, in bytes, and how long it is kept (our choice). */
export const TABLE_FILE_BYTES = 4 * 1024 * 1_048_576
export const TABLE_FILE_KEEP_MS = DAY_MS
/** Number of such files of one person that are kept, and their bytes: the newest, and those being imported (our choice). */
export const TABLE_FILES_OF_ONE = { files: 20, bytes: 2 * TABLE_FILE_BYTES } as const

/** Maximum number of announcements, and length of their texts and of the message of a maintenance (our choice). */
export const ANNOUNCEMENTS_MAX = 20
export const NOTICE_MAX = 500

/** Maximum number of reports of a space, of versions of one, and bytes of a report (our choice). */
export const REPORTS_MAX = 500
export const REPORT_VERSIONS_MAX = 50
/** Maximum number of alerts of one person (our choice). */
export const ALERTS_MAX = 100
export const REPORT_BYTES_MAX = 512 * 1024
/** Maximum length of the name and the description of a report, in characters (our choice). */
export const REPORT_NAME_MAX = 100
export const REPORT_DESCRIPTION_MAX = 2000
/** Maximum numbers of a board: tabs, cards on all of them, filters, and columns that one concerns (our choice). */
export const BOARD_TABS_MAX = 20
export const BOARD_CARDS_MAX = 60
export const BOARD_FILTERS_MAX = 20
export const BOARD_FILTER_COLUMNS_MAX = 20
/** Columns of the grid of a board; maximum rows of the grid, and of one card (our choice). */
export const BOARD_COLUMNS = 12
export const BOARD_ROWS_MAX = 2000
export const BOARD_CARD_ROWS_MAX = 40
/** Maximum length of the text of a card with its markup, in characters (our choice). */
export const BOARD_TEXT_MAX = 20_000

/** Maximum number of data views of a space (our choice). */
export const DATA_VIEWS_MAX = 500
/** Maximum numbers of a query: joins, pairs of a join, fields and measures (our choice). */
export const QUERY_JOINS_MAX = 10
export const QUERY_KEYS_MAX = 5
export const QUERY_FIELDS_MAX = 500
export const QUERY_MEASURES_MAX = 50
/**
 * Maximum number of tables and files that a query reads, each counted as often as it is read, and of views that it
 * reads through (our choice).
 */
export const QUERY_SOURCES_MAX = 100
export const QUERY_DEPTH_MAX = 20
/** Characters of the formulas of a query in SQL, with those of the views that it reads (our choice). */
export const QUERY_FORMULAS_SQL_MAX = 500_000
/** What a chart draws at most: shapes, categories of an axis, series of a colour and facets. By measurement of G2. */
/** Boards of one version of a dataset (our choice). */
export const DATASET_BOARDS_MAX = 20
export const CHART_SHAPES_MAX = 500
export const CHART_CATEGORIES_MAX = 50
export const CHART_SERIES_MAX = 20
export const CHART_FACETS_MAX = 12
/** Words of a cloud and regions of a map, and bytes and corners of the GeoJSON file that a map draws (our choice). */
export const CHART_NAMES_MAX = 300
export const CHART_REGIONS_BYTES_MAX = 20_000_000
export const CHART_CORNERS_MAX = 500_000
/** Columns of one channel of a chart, lines of reference, and length of its texts in characters (our choice). */
export const CHART_BINDINGS_MAX = 30
export const CHART_LINES_MAX = 10
export const CHART_TEXT_MAX = 200
/** Colours of a palette; series with their own colour, and length of the key that identifies each (our choice). */
export const CHART_COLORS = 8
export const CHART_COLORED_MAX = 40
export const CHART_COLORED_TEXT_MAX = 500
/** Confidence of the interval of a mean, and the percentiles that whiskers may reach to, in percent. */
export const CHART_CONFIDENCE = 95
export const CHART_WHISKER_LEAST = 5
export const CHART_WHISKER_GREATEST = 95
/** Time that a query may take, in seconds (our choice). */
export const QUERY_SECONDS = 60
/** Seconds that the first analysis of a file may take; it shows its progress and can be stopped (our choice). */
export const FILE_LOOK_SECONDS = 1800
/** Time of the database or the engine for the rows of an export, in seconds (our choice). */
export const QUERY_EXPORT_SECONDS = 1800
/** Files of a folder that are read as one source (our choice). */
export const FOLDER_FILES_MAX = 500
/** Characters of the SQL of a data view, and its sources (our choice). */
export const SQL_TEXT_MAX = 50_000
export const SQL_SOURCES_MAX = 20
/** Former definitions of a data view that are kept (our choice). */
export const VIEW_VERSIONS_MAX = 100

/** Every number of the product that a rule depends on, once, with its unit. Source: spec section 9 unless said. */
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
/** What a page may say at once, in bytes: the heartbeat is an address (our choice). */
export const REALTIME_TEXT_BYTES = 4096
/** Texts that a page may send between two looks at it, half a minute (our choice). */
export const REALTIME_TEXTS_MAX = 120
/** News that may wait for a page that does not read, in bytes; then it is cut and asks again (our choice). */
export const REALTIME_BUFFER_BYTES = 1_048_576
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
/** Words that are looked for at once (our choice). */
export const SEARCH_WORDS_MAX = 10
/** Spaces of a person that one search looks into (our choice). */
export const SEARCH_SPACES_MAX = 500
/** Spaces that are offered at once to bring files from; further ones are found by name (our choice). */
export const IMPORT_SPACES_MAX = 500
/** Text that is kept of one content for the search, in bytes (our choice). */
export const TEXT_INDEX_BYTES = 1_048_576
/** The largest document that is taken apart for its text, in bytes; larger ones are found by name (our choice). */
export const TEXT_SOURCE_BYTES = 67_108_864
/** Words and pairs of characters that one content is found by (our choice). */
export const TEXT_KEYS_MAX = 20_000
/** Headings that one table is found by (our choice). */
export const TEXT_COLUMNS_MAX = 2000
/** How long the making of a text or a small picture may take, and how often it is tried (our choice). */
export const DERIVE_MS = 20_000
export const DERIVE_TRIES = 3
/** What came to nothing is tried again after this long, times the tries so far (our choice): others come first. */
export const DERIVE_AGAIN_MS = 5 * MINUTE_MS
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
/** Cards at first (our choice). */
export const CARDS_DEFAULT_SIZE = 18
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
/** Registrations that one address may be named in within an hour: each sends a mail to it (our choice). */
export const REGISTRATIONS_AN_HOUR = 5
/** How long the links of a mail work; the mail says so. */
export const ACTIVATION_HOURS = 72
export const RESET_HOURS = 24
export const INVITATION_HOURS = 72
/** A sign-in at another service is completed within this time, or begun again (our choice). */
export const SIGN_IN_MINUTES = 10
/** A code sent by mail to prove an account works this long (our choice). */
export const BIND_CODE_MINUTES = 15
/** Wrong codes after which a begun sign-in is over (our choice). */
export const CODE_TRIES = 5
/** What a person proved counts for this long when something sensitive changes (our choice). */
export const CONFIRM_MS = 15 * MINUTE_MS
/** Recovery codes of a second step (our choice). */
export const RECOVERY_CODES = 10
/** App passwords, access tokens and passkeys that one person may have (our choice). */
export const KEYS_PER_PERSON = 50
/** How long a lock holds that a program asks for, in seconds, at most and unless it says; and locks of one person (our choice). */
export const LOCK_SECONDS = { max: 3600, unasked: 600 } as const
export const LOCKS_PER_PERSON = 1000
/** Locks that share one file or folder, with those above it: each is told of everything below (our choice). */
export const LOCKS_ON_ONE = 16
/** Properties that one request asks for, and the characters of their names together: each item is answered by all (our choice). */
export const PROPERTIES_ASKED = { count: 200, characters: 16_384 } as const
/** Properties that programs may keep beside one file or folder, and their bytes together (our choice). */
export const PROPERTIES_OF_ITEM = { count: 100, bytes: 65_536 } as const
/** A small file that a machine leaves beside those of its person: bytes, how many of one person, and days without use (our choice). */
export const SCRATCH = { bytes: 262_144, perPerson: 10_000, days: 7 } as const
/** The body of a request that asks in XML, in bytes (our choice); what one person, and all together, may have under way. */
export const XML_BYTES = 1_048_576
export const XML_UNDER_WAY = { each: 8 * 1_048_576, all: 64 * 1_048_576 } as const
/** Spaces that a protocol for programs lists; further ones are found by their identifiers (our choice). */
export const PROTOCOL_SPACES_MAX = 1000
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
/** A mail is tried this often before it counts as failed (our choice). */
export const MAIL_TRIES = 8
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
/** Bytes of the path of an entry in an archive, folders and all (our choice). */
export const ARCHIVE_NAME_BYTES = 4096
/** Files and folders of one archive (our choice). */
export const ARCHIVE_ENTRIES_MAX = 100_000
/** Entries of zips, and of lists of checksums, that are being downloaded, of one person or address and of all together: each is in memory (our choice). */
export const ZIPS_ENTRIES = { each: 200_000, all: 1_000_000 } as const
/** Such a download of which nobody takes anything for this long ends: others wait for its place (our choice). */
export const STALLED_MS = 5 * MINUTE_MS
/** An archive that becomes more than so many times its size is a bomb, unless it stays below so many bytes (our choice). */
export const ARCHIVE_GROWTH = { times: 200, bytes: 10_485_760 } as const
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
/** Columns of a slice that are read at once (our choice). */
export const GRID_COLUMNS = 500
/** Bytes of a delimited text that are looked through for rows at once: as many as a scroll needs (our choice). */
export const CSV_STEP_BYTES = 4 * 1_048_576
/** The largest workbook that opens in the page: its format can only be read whole (our choice). */
export const SHEET_PREVIEW_BYTES = 32 * 1_048_576
/** Points of a picture that are read and drawn at most, from an overview or a part of a larger one (our choice). */
export const RASTER_PREVIEW_POINTS = 4 * 1_048_576
/** Entries of an archive that are listed at most, and bytes of a compressed stream that are read for them (our choice). */
export const ARCHIVE_LIST_MAX = 100_000
export const ARCHIVE_READ_BYTES = 256 * 1_048_576
/** Of a Markdown file so much is drawn: a page of more takes a browser many seconds (our choice). */
export const MARKUP_PREVIEW_BYTES = 1_048_576
/** What an entry of an archive may unpack to when it is looked at (our choice). */
export const ENTRY_PREVIEW_BYTES = 32 * 1_048_576
/** Maps, trees, structures, documents, slides and notebooks up to this size open: they are read whole (our choice). */
export const WHOLE_PREVIEW_BYTES = 64 * 1_048_576
/** A vector drawing is shown when it draws no more elements than this, each counted as often as it is used (our choice). */
export const DRAWING_ELEMENTS_MAX = 500_000

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
/** Invitations of one space that wait at once (our choice). */
export const SPACE_INVITATIONS_MAX = 500
/** A search for people begins at this many characters and answers this many (our choice): never the whole list. */
export const PEOPLE_SEARCH = { min: 2, max: 10 } as const
/** Requests that wait this long are brought to mind once; an applicant may do so this often (our choice). */
export const JOIN_REMIND_HOURS = 48
/** Times that one person may ask to join within a day, over all spaces: each reaches people (our choice). */
export const JOIN_ASKS_A_DAY = 30
/** People that a message about a request goes to at most: the owner first, then the longest there (our choice). */
export const JOIN_ANSWERERS_NOTIFIED = 50
/** People of the site, and addresses, that are invited at once (our choice). */
export const INVITED_AT_ONCE = 50
/** Invitations that one person may send within a day, over all spaces: each is a mail (our choice). */
export const INVITATIONS_A_DAY = 200
/** Invitations that one address gets within an hour, from whomever and into whatever space (our choice). */
export const INVITATIONS_AN_HOUR = 5
/** Pictures (covers, logos, banners) that one person may have kept within a day (our choice). */
export const PICTURES_A_DAY = 100
/** Pictures that wait to be drawn: of one person, of all together (our choice). */
export const PICTURES_WAITING = { each: 2, all: 30 } as const
/** The body of a request, in bytes: of anybody, of a sign-in service that posts back, of who is signed in (our choice). */
export const BODY_BYTES = { public: 16_384, selection: 65_536, callback: 262_144, signedIn: 1_048_576 } as const
/** Bodies under way together, in bytes: of one person or address, of all together (our choice). */
export const BODIES_BYTES = { each: 67_108_864, all: 536_870_912 } as const
/** Connections that one server holds (our choice). */
export const CONNECTIONS_MAX = 20_000
/** Spaces that one person may create within a day. Source: the system that the specification describes. */
export const SPACES_A_DAY = 50
/** Times that roles of members, type and rights of one space change within a day: each is news to people (our choice). */
export const SPACE_CHANGES_A_DAY = { roles: 200, type: 50, rights: 50 } as const
/** Times that one space may ask for more room within a day: each reaches every administrator (our choice). */
export const CAPACITY_ASKS_A_DAY = 5
/** Spaces that one call takes offline or online (our choice). */
export const STATUS_CHANGES_MAX = 100
/** Days that a journal shows at once. Source: spec section 9, logs viewable for 1 month. */
export const JOURNAL_WINDOW_DAYS = 31
/** Characters of names that an entry about several items keeps, and names of them that it tells (our choice). */
export const JOURNAL_NAMES = { chars: 1000, shown: 3 } as const
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
/** Tags that the home page can choose from (our choice). */
export const TAGS_SHOWN_MAX = 50
/** Members who are told that their space was deleted, owner and senior ones first (our choice). */
export const MEMBERS_NOTIFIED_MAX = 1000
/** Spaces that the home page shows at once: rows of two, three and four come out even (our choice). */
export const HOME_SPACES = 12
/** Files that the page of a space lists at once (our choice). */
export const FOLDER_ROWS = 50
/** Addresses of one site map; the format allows 50,000 (our choice). */
export const SITEMAP_SPACES = 10_000
/** A README is rendered up to this many bytes, and elements in one another: no text takes long then (our choice). */
export const README_BYTES_MAX = 65_536
export const README_NESTING_MAX = 20
/** HTML that a README may become, in characters; beyond it the text shows as it was written (our choice). */
export const README_HTML_MAX = 400_000
/** Markup of copyright and clause, in characters (our choice). */
export const SITE_TEXT_MAX = 5000
/** An open page asks this often for the update notice (our choice). */
export const NOTICE_AGE_MS = 10 * MINUTE_MS
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
/** Items, those changed last, whose tags are offered; tags that are offered (our choice). */
export const TAGS_OFFERED = { items: 10_000, tags: 200 } as const
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
/** How long an address of previewed bytes works; it is judged at each use all the same (our choice). */
export const TICKET_MS = 10 * MINUTE_MS
/** Siblings that a preview may be told of (our choice). */
export const SIBLINGS_MAX = 1000
/** Tasks that one server works on at once, those that wait for other sites apart, and those of one person that may wait (our choice). */
export const TASKS_AT_ONCE = 2
export const TASKS_OUTSIDE_AT_ONCE = 4
export const TASKS_WAITING_MAX = 100
/** A server that says nothing of a task for this long has lost it; it says so every TASK_BEAT_MS (our choice). */
export const TASK_LEASE_MS = 30_000
export const TASK_BEAT_MS = 5000
/** A server that hears of no task looks for one this often (our choice). */
export const TASK_LOOK_MS = 10_000
/** Times that a task is taken up before it counts as failed (our choice). */
export const TASK_TRIES_MAX = 20
/** Progress of a task is told at most this often. Source: the system that the specification describes. */
export const TASK_NEWS_MS = 300
/** Days that an ended task stays in the list (our choice). */
export const TASK_KEEP_DAYS = 30
/** What the ended tasks of one person may hold together, in bytes as they count; then the oldest go earlier (our choice). */
export const TASKS_KEPT_BYTES = 268_435_456
/** Files and folders of one task, and characters of what is kept of where they come from and go (our choice). */
export const TASK_ITEMS_MAX = 1_000_000
export const TASK_PATHS_CHARS = 536_870_912
/** What a frame may say at once, in bytes, and how often a second; beyond it the frame is cut (our choice). */
export const FRAME_MESSAGE_BYTES = 65_536
export const FRAME_MESSAGES_SECOND = 100
/** Days that a link works (our choice). */
export const SHARE_DAYS = { default: 7, max: 3650 } as const
/** Characters of a link's password (our choice), and of one that is drawn. */
export const SHARE_PASSWORD = { min: 4, max: 20, drawn: 8 } as const
/** Wrong passwords after which a link takes none for SHARE_CLOSED_MS (our choice); and tries of one address a minute. */
export const SHARE_TRIES = 10
export const SHARE_CLOSED_MS = 15 * MINUTE_MS
export const SHARE_TRIES_A_MINUTE = 10
/** Items of one link (our choice). */
export const SHARE_ITEMS_MAX = 1000
/** Links of one person that work at once (our choice). */
export const SHARES_PER_PERSON = 1000
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
/** Files and folders in a folder beyond which it takes no more as a drop box: those without bytes need no room (our choice). */
export const BOX_ITEMS_MAX = 200_000
/** Receipts that one address may begin or look up a minute (our choice). */
export const RECEIPTS_A_MINUTE = 30
/** The maker of a drop box is told when nothing came for so long (our choice). */
export const BOX_QUIET_MS = 60_000
/** Items whose badges are asked for together: anybody may ask, so it is what their body holds (our choice). */
export const BADGES_MAX = 300
/** Favourites of one person, and items that are kept as opened last (our choice). */
export const FAVOURITES_MAX = 5000
export const RECENT_MAX = 200
/** A package of a component: as it comes, unpacked, and its files (our choice). */
export const COMPONENT_ZIP_BYTES = 50 * 1_048_576
export const COMPONENT_BYTES = 200 * 1_048_576
export const COMPONENT_FILES_MAX = 2000
/** What a package may say of itself, in bytes (our choice). */
export const MANIFEST_BYTES = 262_144
/** The index of a market on another site, in bytes, and how long it is believed (our choice). */
export const MARKET_INDEX_BYTES = 5 * 1_048_576
export const MARKET_AGE_MS = 10 * MINUTE_MS
/** How long a market that did not answer is left alone (our choice). */
export const MARKET_REST_MS = 60_000
/** A larger picture of a package is not shown, in bytes (our choice). */
export const LOGO_BYTES = 65_536

/** The largest text that can be edited in the page, in bytes (our choice). */
export const TEXT_EDIT_BYTES = 2 * 1_048_576
/** Characters of the name of a version, and of its description (our choice). */
export const VERSION_NAME_MAX = 60
export const VERSION_WORDS_MAX = 300
/** Versions that one space, with its folders, may have made of itself (our choice). */
export const SNAPSHOTS_MAX = 500
/** Files and folders that going back to a point in time may change at once (our choice). */
export const RESTORE_ITEMS_MAX = 200_000
/** Files and folders that are copied at once, or moved to another space: they come in one transaction (our choice). */
export const COPY_ITEMS_MAX = 200_000
/** Days that it is known how much was deleted for good, for whoever goes back to before that (our choice). */
export const GONE_KEEP_DAYS = 730
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
/** Characters that the names of all that is chosen of another side may have together (our choice). */
export const IMPORT_IDS_CHARS = 262_144
/** Another site that says nothing for this long is not there; a redirect is followed this often (our choice). */
export const OUTSIDE_MS = 30_000
export const OUTSIDE_REDIRECTS = 5
/** A site that sends less than this is given up once it had its time (our choice). */
export const OUTSIDE_SLOWEST = { bytesPerSecond: 1024, afterSeconds: 60 } as const
/** The largest files whose versions are compared in the page: texts, tables; rows and differences of a table (our choice). */
export const COMPARE_TEXT_BYTES = 5 * 1_048_576
export const COMPARE_TABLE_BYTES = 32 * 1_048_576
export const COMPARE_DIFFERENCES_MAX = 1000

/** One command of FTP, in bytes: a path of many long names (our choice). */
export const FTP_LINE_BYTES = 16_384
/** Commands of FTP that may be queued; beyond it nothing more is read (our choice). */
export const FTP_COMMANDS_WAITING = 50
/** A session of FTP or SFTP must have logged in after so long, and may rest for so long (our choice). */
export const PROTOCOL_LOGIN_MS = 60_000
export const PROTOCOL_IDLE_MS = 10 * MINUTE_MS
/** How long a data connection, or its TLS, is waited for (our choice). */
export const FTP_DATA_WAIT_MS = 30_000
/** Sessions of FTP, and of SFTP, that one person, one address and all together may have on one server (our choice). */
export const PROTOCOL_SESSIONS = { person: 30, address: 60, all: 1000 } as const
/** What SFTP keeps in memory for one person, and for all, in bytes, and how much of it an open file counts (our choice). */
export const SFTP_HELD_BYTES = { each: 134_217_728, all: 536_870_912, handle: 2_097_152 } as const
/** Files of one person that broke off and are kept for UPLOAD_IDLE_MS, to go on with (our choice). */
export const UNFINISHED_MAX = 1000

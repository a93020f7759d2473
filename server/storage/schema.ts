import type { ColumnType, Generated } from 'kysely'
import type { JoinMethod, MailType, Protocol } from '#contract/account.ts'
import type { ApiGroup, ApplicationWay } from '#contract/applications.ts'
import type { ApprovalKind, ApprovalState } from '#contract/approvals.ts'
import type { AuditAction, AuditChannel } from '#contract/audit.ts'
import type {
  BackupCopyState,
  BackupPart,
  BackupPolicy,
  BackupRunKind,
  BackupRunState,
  BackupTargetKind,
  InstallationRunKind,
} from '#contract/backups.ts'
import type { ErrorName } from '#contract/core/errors.ts'
import type { Flag, SpaceRole, SpaceStatus, SpaceType } from '#contract/core/policy.ts'
import type { DataSourceKind, DataSourceTls } from '#contract/data-sources.ts'
import type { ViewAccess, ViewDefinition } from '#contract/data-views.ts'
import type { AccessRequestState } from '#contract/dataset-access.ts'
import type { Conflict } from '#contract/files.ts'
import type { InstitutionKind, TransferMethod } from '#contract/institutions.ts'
import type { InstrumentState } from '#contract/instruments.ts'
import type { JoinRequestState } from '#contract/joining.ts'
import type { Channel, JournalAction, JournalGroup } from '#contract/journal.ts'
import type { LegalHoldKind } from '#contract/legal-holds.ts'
import type { MailKind } from '#contract/mails.ts'
import type { MessageKind } from '#contract/messages.ts'
import type { Agreement } from '#contract/people.ts'
import type { PersonalDataState } from '#contract/personal-data.ts'
import type {
  FrozenColumn,
  PublicationEventKind,
  PublicationState,
  TransferState,
  TransferStep,
} from '#contract/publications/dataset.ts'
import type { DraftFields } from '#contract/publications/draft.ts'
import type { AccessKind, Bilingual, DatasetMetadata, ResourceType } from '#contract/publications/metadata.ts'
import type { PlanField } from '#contract/publications/plan.ts'
import type { TemplateDefinition } from '#contract/publications/template.ts'
import type { AnswerColumn } from '#contract/queries/answer.ts'
import type { RegistryKind } from '#contract/registries.ts'
import type { AlertDirection } from '#contract/reports/alert.ts'
import type { BoardWithCharts } from '#contract/reports/board-sources.ts'
import type { ReportContent, ReportKind } from '#contract/reports.ts'
import type { ReviewCells } from '#contract/reviews.ts'
import type { Role } from '#contract/session.ts'
import type { ShareKind, ShareReceipt, ShareWay, VisitAction } from '#contract/shares.ts'
import type { MethodKind } from '#contract/sign-in.ts'
import type { RunEvent, SourceReading } from '#contract/source-imports.ts'
import type { GivenRole } from '#contract/spaces.ts'
import type { HistoryKind } from '#contract/tables/changes.ts'
import type { CellType, ColumnFormat, ColumnRules } from '#contract/tables/columns.ts'
import type { TableLock, ViewState } from '#contract/tables.ts'
import type { PartState, TaskKind, TaskState } from '#contract/tasks.ts'
import type { UserState } from '#contract/users.ts'
import type { VersionChange, VersionRule } from '#contract/versions.ts'
import type { DeliveryState, WebhookTopic } from '#contract/webhooks.ts'
import type { Failure } from '#server/failure.ts'

type Language = 'zh' | 'en'
/** Answers of somebody who registers; `id` identifies the registration. */
export type Claim = {
  id: string
  name: string
  unit: string
  password_hash: string
  language: Language
  /** The terms that they agreed to. */
  agreement?: Agreement | null
}

/** A timestamp that the database sets when it is absent. */
type Timestamp = ColumnType<Date, Date | undefined, Date>
/** int8: read as a number (the pool parses it; sizes stay below 2^53). */
type Bytes = ColumnType<number, number | undefined, number>

type Json = Record<string, unknown>
type RenditionKind = 'text' | 'thumb' | 'pdf'

/** The target of a restore: `spaceId` is the space itself, or the new one with this name. */
export type IntoSpace = {
  way: 'same' | 'new'
  spaceId: string
  name: string
  identifier: string
  /** Into a new space: whether those who were members are so again. */
  withMembers?: boolean
  /** One item of the copy; absent: all of it. */
  part?: BackupPart
}

/** The tables after all migrations; columns are documented there. */
export type Schema = {
  setting: { key: string; value: unknown; updated_at: Timestamp }
  person: {
    id: string
    email: string
    name: string
    avatar: Generated<string>
    role: Role
    password_hash: string | null
    disabled_at: Date | null
    created_at: Timestamp
    english_name: Generated<string>
    unit: Generated<string>
    english_unit: Generated<string>
    phone: Generated<string>
    orcid: Generated<string>
    introduction: Generated<string>
    role_source: Generated<'administrator' | 'suffix' | 'method'>
    /** An application is a person whom nobody can sign in as. */
    state: Generated<UserState | 'application'>
    /** Set for an application that was removed, and for an account that was deleted. */
    removed_at: Generated<Date | null>
    merged_into: Generated<string | null>
    merged_at: Generated<Date | null>
    locked_at: Date | null
    join_method: Generated<JoinMethod>
    backup_email: Generated<string>
    backup_verified_at: Date | null
    password_changed_at: Date | null
    last_sign_in_at: Date | null
    language: Generated<Language>
    agreement: Agreement | null
  }
  session: {
    token_hash: Buffer
    person_id: string
    user_agent: Generated<string>
    created_at: Timestamp
    seen_at: Timestamp
    id: Generated<string>
    address: Generated<string>
    method: Generated<string>
    ticket: string | null
    second_passed: Generated<boolean>
    confirmed_at: Timestamp
  }
  picture: { hash: Buffer; png: Buffer; created_at: Timestamp }
  space_day: { space_id: string; day: string; views: number; downloads: number; joins: number }
  join_request: {
    id: string
    space_id: string | null
    space_name: string
    space_identifier: string
    person_id: string
    reason: string
    state: Generated<JoinRequestState>
    asked_at: Date
    reminded_at: Date | null
    answered_at: Date | null
    answered_by: string | null
    opinion: Generated<string>
  }
  space_invitation: {
    id: string
    hash: Buffer
    space_id: string
    email: string
    person_id: string | null
    role: GivenRole
    state: Generated<'waiting' | 'accepted' | 'declined' | 'revoked' | 'expired'>
    invited_by: string
    invited_at: Date
    expires_at: Date
    answered_at: Date | null
  }
  journal: {
    id: Generated<string>
    space_id: string
    at: Date
    group: JournalGroup
    action: JournalAction
    person_id: string | null
    person_name: string
    channel: Channel
    item_id: string
    item_name: string
    item_path: string
    details: Record<string, string>
    count: number
  }
  approval: {
    id: string
    kind: ApprovalKind
    space_id: string | null
    space_name: string
    space_identifier: string
    applicant_id: string
    reason: Generated<string>
    size_gb: Generated<number>
    granted_gb: Generated<number>
    state: Generated<ApprovalState>
    asked_at: Date
    answered_at: Date | null
    answered_by: string | null
    opinion: Generated<string>
  }
  message: {
    id: string
    person_id: string
    kind: MessageKind
    values: Record<string, string | number>
    space_id: string | null
    link: string
    read_at: Date | null
    created_at: Date
  }
  saved_filter: { id: string; person_id: string; list: string; name: string; query: string; created_at: Timestamp }
  muted_space: { person_id: string; space_id: string; at: Date }
  avatar: { hash: Buffer; png: Buffer; created_at: Timestamp }
  method: {
    id: string
    kind: MethodKind
    name: { zh: string; en: string }
    icon: Generated<string>
    is_on: Generated<boolean>
    position: Generated<number>
    source: Generated<'console' | 'environment'>
    config: Record<string, unknown>
    secrets: Buffer | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  installation_run: {
    id: string
    kind: InstallationRunKind
    state: 'running' | 'completed' | 'lacking' | 'failed'
    person_id: string | null
    report: string[]
    tries: Generated<number>
    number: Bytes
    started_at: Date
    seen_at: Date
    finished_at: Date | null
  }
  installation_schedule: {
    is_only: Generated<boolean>
    is_on: boolean
    cycle: BackupPolicy['cycle']
    weekday: number
    month_day: BackupPolicy['monthDay']
    hour: number
    zone: string
    retention: BackupPolicy['retention']
    drill: BackupPolicy['drill']
    next_at: Date | null
    drill_at: Date | null
  }
  repaired_content: {
    id: string
    sha256: Buffer
    problem: 'missing' | 'damaged'
    repaired_at: Date
    policy_name: string
    space_name: string
    copied_at: Date
  }
  audit_start: { number: number; hash: Buffer; signature: Buffer; at: Date }
  legal_hold: {
    id: string
    kind: LegalHoldKind
    target_id: string
    target_name: string
    reason: string
    placed_by: string
    placed_at: Date
    until: Date | null
    ended_by: string | null
    ended_at: Date | null
    end_reason: Generated<string>
  }
  account_deletion: {
    id: string
    name: string
    email: string
    deleted_by: string
    deleted_at: Date
    removed_rows: number
    certificate: string
    sha256: Buffer
    signature: Buffer
  }
  personal_data_export: {
    person_id: string
    id: string
    asked_by: string | null
    asked_at: Date
    state: Generated<PersonalDataState>
    error: Generated<string>
    tries: Generated<number>
    lease_by: string | null
    lease_until: Date | null
    blob_sha256: Buffer | null
    size_bytes: Bytes
    finished_at: Date | null
    expires_at: Date | null
  }
  identity: {
    id: string
    method_id: string
    subject: string
    person_id: string
    label: Generated<string>
    bound_at: Timestamp
    last_used_at: Date | null
  }
  attempt: {
    key: Buffer
    kind: string
    person_id: string | null
    method_id: string | null
    data: Buffer
    tries: Generated<number>
    created_at: Timestamp
    expires_at: Date
  }
  link: {
    hash: Buffer
    kind: 'activation' | 'reset' | 'invitation' | 'backup'
    person_id: string
    email: string
    claim: Claim | null
    created_at: Timestamp
    expires_at: Date
    used_at: Date | null
  }
  rate_limit: { key: string; at: Date }
  captcha: { id: string; answer: Buffer; expires_at: Date }
  invitation: {
    id: string
    hash: Buffer
    email: Generated<string>
    role: 'role_general' | 'role_senior'
    uses_left: number
    created_by: string
    created_at: Timestamp
    expires_at: Date
    space_id: Generated<string | null>
  }
  mail: {
    id: string
    kind: MailKind
    recipient: string
    language: Language
    person_id: string | null
    details: Record<string, unknown>
    secrets: Buffer | null
    subject: Generated<string>
    state: Generated<'waiting' | 'sent' | 'kept' | 'failed'>
    attempts: Generated<number>
    error: Generated<string>
    created_at: Timestamp
    next_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    sent_at: Date | null
    /** Text and site of the last attempt; null before the first one and for mails of older versions. */
    written: { subject: string; body: string; site: string; origin: string } | null
  }
  mail_template: { kind: MailKind; words: unknown }
  mail_off: { person_id: string; type: MailType }
  device: { person_id: string; hash: Buffer; seen_at: Timestamp }
  totp: { person_id: string; secret: Buffer; confirmed_at: Timestamp; last_step: Bytes }
  recovery_code: { person_id: string; hash: Buffer; used_at: Date | null }
  passkey: {
    id: string
    person_id: string
    credential_id: string
    public_key: Buffer
    counter: Bytes
    transports: Generated<string[]>
    name: string
    created_at: Timestamp
    last_used_at: Date | null
  }
  app_password: {
    id: string
    person_id: string
    name: string
    /** SHA-256 of the password, or of a public key. */
    hash: Buffer
    protocols: Protocol[]
    space_id: string | null
    /** Of a public key, such as `ssh-ed25519`; null for a password. */
    ssh_key_type: string | null
    created_at: Timestamp
    expires_at: Date | null
    last_used_at: Date | null
  }
  access_token: {
    id: string
    person_id: string
    name: string
    hash: Buffer
    prefix: string
    scope: 'read' | 'write'
    created_at: Timestamp
    expires_at: Date
    last_used_at: Date | null
  }
  application: {
    id: string
    key: string
    description: string
    contact: string
    ways: ApplicationWay[]
    secret_hash: Buffer
    sealed_secret: Buffer | null
    calls_per_minute: number
    calls_per_day: number | null
    gb_per_day: number | null
    redirect_uris: string[]
    created_at: Timestamp
    secret_at: Timestamp
    last_used_at: Date | null
  }
  webhook: {
    id: string
    application_id: string
    url: string
    topics: WebhookTopic[]
    sealed_secret: Buffer
    is_on: Generated<boolean>
    created_at: Timestamp
  }
  webhook_action: { action: JournalAction; webhook_id: string; topic: WebhookTopic; api_group: ApiGroup }
  webhook_delivery: {
    id: string
    webhook_id: string
    event: string
    payload: ColumnType<Record<string, unknown>, string, string>
    state: Generated<DeliveryState>
    attempts: Generated<number>
    next_at: Date | null
    status: Generated<number>
    error: Generated<string>
    created_at: Timestamp
    sent_at: Generated<Date | null>
  }
  consent: {
    id: string
    application_id: string
    person_id: string
    groups: ApiGroup[]
    created_at: Timestamp
    last_used_at: Date | null
  }
  consent_token: {
    hash: Buffer
    kind: 'code' | 'access' | 'refresh'
    consent_id: string
    family_id: string
    groups: ApiGroup[]
    redirect_uri: string | null
    challenge: string | null
    expires_at: Date
    used_at: Date | null
  }
  application_grant: { application_id: string; api_group: ApiGroup; until: string | null; warned_at: Date | null }
  application_nonce: { application_id: string; nonce: string; expires_at: Date }
  application_minute: { application_id: string; minute: number; taken: number; given: number }
  application_day: {
    application_id: string
    day: string
    calls: number
    errors: number
    limited: number
    bytes: Generated<number>
  }
  audit: {
    number: number
    at: Date
    action: AuditAction
    outcome: 'success' | 'refused'
    reason: Generated<string>
    actor_id: string | null
    actor_name: Generated<string>
    actor_email: Generated<string>
    channel: AuditChannel
    address: Generated<string>
    agent: Generated<string>
    method: Generated<string>
    target_id: string | null
    target_name: Generated<string>
    target_email: Generated<string>
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
    hash: Buffer
  }
  login_delay: { key: string; failures: number; last_at: Date; until: Date }
  data_table: {
    id: string
    space_id: string
    name: string
    description: string
    is_shared: boolean
    maker_id: string
    created_at: Timestamp
    row_count: Bytes
    bytes: Bytes
    next_column: Generated<number>
    next_physical: Generated<number>
    trashed_at: Date | null
    lock: TableLock | null
    placed_by: Bytes
  }
  data_view: {
    id: string
    space_id: string
    name: string
    description: string
    definition: ViewDefinition
    is_shared: boolean
    access: ViewAccess
    maker_id: string
    created_at: Timestamp
    changed_at: Timestamp
    changed_by: string
    version: Generated<number>
    defined_by: string
    columns: AnswerColumn[]
  }
  report: {
    id: string
    space_id: string
    kind: ReportKind
    name: string
    description: string
    maker_id: string
    created_at: Timestamp
    changed_at: Timestamp
    changed_by: string
    version: Generated<number>
    draft: ReportContent
    published: number | null
    last_number: Generated<number>
  }
  report_alert: {
    id: string
    report_id: string
    card: string
    person_id: string
    direction: AlertDirection
    value: number
    is_on: Generated<boolean>
    is_crossed: boolean
    last_value: number | null
    failed_at: Date | null
    checked_at: Timestamp
    created_at: Timestamp
    tables: string[]
    seen: Bytes
  }
  report_version: {
    report_id: string
    number: number
    name: string
    content: ReportContent
    maker_id: string
    at: Timestamp
  }
  data_view_version: {
    view_id: string
    number: number
    definition: ViewDefinition
    saved_by: string
    saved_at: Timestamp
  }
  data_column: {
    table_id: string
    id: number
    physical: number
    position: number
    name: string
    description: string
    unit: string
    type: CellType
    format: ColumnFormat
    options: string[]
    vocabulary_id: string | null
    formula: string | null
    rules: ColumnRules
  }
  table_change: {
    id: Generated<number>
    table_id: string
    person_id: string
    at: Timestamp
    kind: HistoryKind
    details: Record<string, string>
    columns: unknown
    physical: number[]
    touched: Bytes
    of_id: number | null
    is_mirror: Generated<boolean>
    added_from: number | null
    added_to: number | null
    step: 'done' | 'undone' | null
    is_undone: Generated<boolean>
    name: Generated<string>
  }
  table_upload: {
    id: string
    space_id: string
    person_id: string
    blob_sha256: Buffer
    name: string
    created_at: Timestamp
  }
  table_misfit: { task_id: string; row: number; cells: string[]; reasons: Record<string, string> }
  data_source: {
    id: string
    space_id: string
    name: string
    kind: DataSourceKind
    host: string
    port: number
    database: string
    account: string
    password: Buffer | null
    tls: DataSourceTls
    ca: string
    comment: string
    maker_id: string
    created_at: Timestamp
  }
  source_import: {
    id: string
    space_id: string
    source_id: string
    table_id: string
    title: string
    reading: SourceReading
    reached: string | null
    cron: string | null
    once_at: Date | null
    zone: string | null
    is_on: boolean
    next_at: Date | null
    missed_at: Date | null
    told_at: Date | null
    maker_id: string
    created_at: Timestamp
  }
  source_run: {
    task_id: string
    import_id: string
    is_scheduled: boolean
    rows_read: Bytes
    rows_written: Bytes
    rows_refused: Bytes
    log: ColumnType<RunEvent[], string | undefined, string>
    created_at: Timestamp
  }
  table_index: { table_id: string; physical: number; direction: 'asc' | 'desc' | 'pairs'; used_at: Timestamp }
  table_comment: {
    id: string
    table_id: string
    thread_id: string | null
    row_id: number
    column_id: number | null
    person_id: string
    text: string
    at: Timestamp
    edited_at: Timestamp | null
    resolved_at: Timestamp | null
    resolved_by: string | null
  }
  table_view: {
    id: string
    table_id: string
    person_id: string
    name: string
    is_shared: boolean
    state: ViewState
  }
  space: {
    id: string
    name: string
    identifier: string
    introduction: Generated<string>
    tags: Generated<string[]>
    type: SpaceType
    status: SpaceStatus
    capacity_bytes: number
    owner_id: string
    root_id: string
    downloads: Bytes
    created_at: Timestamp
    cover: Generated<string>
    reason: Generated<string>
    views: Bytes
    heat: Generated<number>
  }
  space_usage: {
    space_id: string
    used_bytes: Bytes
    reserved_bytes: Bytes
    file_count: Bytes
    folder_count: Bytes
    member_count: Generated<number>
    dataset_count: Generated<number>
    is_low: Generated<boolean>
  }
  member: {
    space_id: string
    person_id: string
    role: SpaceRole
    joined_at: Timestamp
    flags: ColumnType<Flag[] | null, Flag[] | undefined, Flag[]>
  }
  space_flags: { space_id: string; role: 'senior' | 'normal'; flags: Flag[] }
  blob: {
    sha256: Buffer
    md5: Buffer
    size: number
    created_at: Timestamp
    touched_at: Timestamp
    checked_at: Date | null
  }
  dismissed_notice: { person_id: string; notice_id: string }
  damaged_content: { sha256: Buffer; problem: 'missing' | 'damaged'; found_at: Date }
  health_report: { key: string; at: Date; findings: Json }
  server_node: { id: string; host: string; version: string; started_at: Date; seen_at: Date }
  node: {
    id: string
    space_id: string
    parent_id: string | null
    is_folder: boolean
    name: string
    suffix: Generated<string>
    mime: string
    size: Bytes
    items: Generated<number>
    folders: Generated<number>
    files_below: Bytes
    folders_below: Bytes
    blob_sha256: Buffer | null
    version: Generated<number>
    version_bytes: Bytes
    author_id: string
    created_at: Timestamp
    updated_at: Timestamp
    trash_id: string | null
    /** Null for a content that came with the file. */
    content_at: Date | null
    client_modified_at: Date | null
  }
  file_version: {
    node_id: string
    number: number
    blob_sha256: Buffer
    size: number
    author_id: string
    created_at: Date
    until: Date
  }
  trash: {
    id: string
    space_id: string
    node_id: string
    parent_id: string
    path: string
    deleted_by: string
    deleted_at: Timestamp
  }
  upload: {
    id: string
    space_id: string
    folder_id: string
    person_id: string
    name: string
    size: number
    md5: Buffer | null
    conflict: Conflict
    node_id: string | null
    created_at: Timestamp
    active_at: Timestamp
    receipt_id: string | null
    dropped_as: string | null
  }
  task: {
    id: string
    kind: TaskKind
    space_id: string
    folder_id: string | null
    person_id: string
    channel: Generated<Channel>
    state: Generated<TaskState>
    title: Generated<string>
    options: Generated<Json>
    sealed: Buffer | null
    needs_secret: Generated<boolean>
    is_planned: Generated<boolean>
    items_total: Generated<number>
    items_done: Generated<number>
    items_failed: Generated<number>
    bytes_total: Bytes
    bytes_done: Bytes
    ahead_items: Generated<number>
    ahead_bytes: Bytes
    reserved_bytes: Bytes
    asked_bytes: Bytes
    error: Generated<ErrorName | ''>
    error_values: Generated<Failure['values']>
    result: Generated<Json>
    kept_result: Json | null
    lease_by: string | null
    lease_until: Date | null
    tries: Generated<number>
    cancel_asked_at: Date | null
    created_at: Date
    due_at: Date | null
    started_at: Date | null
    finished_at: Date | null
  }
  task_part: {
    task_id: string
    seq: number
    is_folder: Generated<boolean>
    path: string
    source: Generated<Json>
    size: Bytes
    state: Generated<PartState>
    error: Generated<ErrorName | ''>
    node_id: string | null
  }
  version_metadata: {
    node_id: string
    number: number
    change: VersionChange
    by_id: string
    at: Date
    name: Generated<string>
    description: Generated<string>
    is_pinned: Generated<boolean>
    source: Generated<Json>
  }
  node_history: {
    node_id: string
    until: Date
    space_id: string
    parent_id: string | null
    name: string
    is_trashed: Generated<boolean>
  }
  node_gone: { parent_id: string; since: Date; until: Date; space_id: string; items: Bytes }
  snapshot: {
    id: string
    space_id: string
    folder_id: string
    number: number
    at: Date
    name: Generated<string>
    description: Generated<string>
    by_id: string
    files: Bytes
    bytes: Bytes
    state: Generated<'making' | 'made'>
  }
  version_rule: { space_id: string; rule: VersionRule }
  node_metadata: {
    node_id: string
    space_id: string
    meta_id: string | null
    stamp: Generated<string>
    meta: Generated<{ key: string; value: string }[]>
    tags: Generated<string[]>
    note: Generated<string>
    note_by: string | null
    changed_at: Date
    words: Generated<string>
  }
  vocabulary: { id: string; space_id: string; stamp: Generated<string>; name: string; terms: unknown }
  meta_template: {
    id: string
    space_id: string
    stamp: Generated<string>
    name: string
    fields: unknown
    changed_at: Date
  }
  folder_template: { folder_id: string; template_id: string }
  favourite: { person_id: string; node_id: string; at: Date }
  recent: { person_id: string; node_id: string; at: Date }
  job_alarm: {
    key: string
    since: Date
    seen_at: Date
  }
  rendition: {
    sha256: Buffer
    kind: RenditionKind
    suffix: string
    state: Generated<'due' | 'done' | 'none' | 'failed'>
    tries: Generated<number>
    due_at: Timestamp
    blob_sha256: Buffer | null
    person_id: Generated<string>
  }
  rendition_suffix: { suffix: string; kind: RenditionKind }
  content_text: { sha256: Buffer; text: string; columns: Generated<string[]>; is_whole: boolean }
  /** `keys` is a tsvector, as text. */
  content_key: { space_id: string; sha256: Buffer; keys: string | null }
  share: {
    id: string
    hash: Buffer
    sealed: Buffer
    space_id: string
    kind: ShareKind
    title: string
    person_id: string
    may_download: boolean
    is_box: boolean
    box_bytes: number
    box_used: Bytes
    report_id: string | null
    may_embed: Generated<boolean>
    may_filter: Generated<boolean>
    password_way: ShareWay
    password_hash: string | null
    password_epoch: Generated<number>
    wrong_tries: Generated<number>
    closed_until: Date | null
    expires_at: Date
    revoked_at: Date | null
    visits: Generated<number>
    downloads: Generated<number>
    created_at: Date
  }
  share_item: { share_id: string; node_id: string }
  share_visit: {
    id: Generated<string>
    share_id: string
    at: Date
    action: VisitAction
    person_id: string | null
    person_name: Generated<string>
    address: Generated<string>
    agent: Generated<string>
    item_name: Generated<string>
    bytes: Bytes
  }
  received_share: { person_id: string; share_id: string; at: Date }
  share_receipt: {
    id: string
    share_id: string
    code: string
    sender: Generated<string>
    note: Generated<string>
    at: Date
    files: Generated<ShareReceipt['files']>
    bytes: Bytes
    folder_id: string | null
    changed_at: Date
    notified_at: Date | null
  }
  component: {
    id: string
    bundle: string
    name: Record<Language, string>
    version: string
    category: Generated<string>
    logo: Generated<string>
    description: Generated<Partial<Record<Language, string>>>
    author: Generated<string>
    size: number
    sha256: Buffer
    entry: string
    rights: Generated<string[]>
    suffixes: string[]
    parameters: Generated<unknown>
    is_on: Generated<boolean>
    installed_at: Date
    installed_by: string | null
    changed_at: Date
  }
  component_file: { component_id: string; path: string; blob_sha256: Buffer; size: number }
  unfinished: {
    id: string
    person_id: string
    space_id: string
    folder_id: string
    name: string
    blob_sha256: Buffer
    size: number
    held_bytes: number
    kept_at: Date
  }
  backup_policy: {
    id: string
    name: string
    scope: BackupPolicy['scope']
    space_ids: string[]
    owner_id: string | null
    tag: string
    type: SpaceType | null
    retention: BackupPolicy['retention']
    cycle: BackupPolicy['cycle']
    weekday: number
    month_day: BackupPolicy['monthDay']
    hour: number
    zone: string
    is_compressed: boolean
    kind: BackupTargetKind
    folder: string
    server: string
    account: string
    secret: Buffer | null
    bucket: string
    region: string
    host_key: Generated<string>
    passphrase: Buffer | null
    is_on: boolean
    next_at: Date | null
    drill: BackupPolicy['drill']
    drill_at: Date | null
    created_at: Date
  }
  backup_run: {
    id: string
    policy_id: string
    kind: BackupRunKind
    is_scheduled: boolean
    state: BackupRunState
    person_id: string | null
    error: Generated<ErrorName | ''>
    bytes: Bytes
    sent_bytes: Bytes
    stop_asked: Generated<boolean>
    tries: Generated<number>
    lease_by: string | null
    lease_until: Date | null
    number: Bytes
    created_at: Date
    started_at: Date | null
    finished_at: Date | null
  }
  backup_copy: {
    id: string
    run_id: string
    policy_id: string
    space_id: string
    space_name: string
    state: BackupCopyState
    source_id: string | null
    into_space: IntoSpace | null
    error: Generated<ErrorName | ''>
    files: Bytes
    rows: Bytes
    bytes: Bytes
    sent_bytes: Bytes
    started_at: Date | null
    finished_at: Date | null
    manifest_sha256: string | null
  }
  instrument: {
    id: string
    space_id: string
    name: string
    manufacturer: string
    model: string
    serial_number: string
    pid: string
    location: string
    contact: string
    state: InstrumentState
    calibrated_on: string | null
    due_on: string | null
    note: string
  }
  institution: {
    id: string
    name: string
    host: string
    account: string
    kind: Generated<InstitutionKind>
    transfer: TransferMethod
    is_on: boolean
    code: Buffer
    created_at: Date
    checked_at: Date
    error: string
    templates_at: Date | null
  }
  institution_template: {
    id: string
    institution_id: string
    name: string
    type: string
    definition: TemplateDefinition
    plan: PlanField[]
    omitted: string[]
    unusable: string[]
    is_gone: boolean
    sha256: Buffer
  }
  sender: {
    id: string
    name: string
    account: string
    host: string
    until: string | null
    dataset_gb: number
    ftp: Generated<'off' | 'tls' | 'plain'>
    code_sha256: Buffer
    code_at: Date
    revoked_at: Date | null
    created_at: Date
    entered_at: Date | null
  }
  received_dataset: {
    id: string
    sender_id: string
    dataset_id: string
    publication_id: string
    submission_sha256: Buffer
    secrets: Buffer
    person: string
    organisation: string
    state: 'receiving' | 'received' | 'told' | 'untold'
    decision: Generated<'adopt' | 'no' | null>
    attempts: Generated<number>
    next_at: Date
    error: Generated<string>
    created_at: Date
    touched_at: Date
    received_at: Date | null
    all_bytes: Generated<number>
    all_files: Generated<number>
    tables: Generated<string[]>
  }
  received_file: {
    upload_id: string
    incoming_id: string
    path: string
    size: number
    blob_sha256: Buffer | null
    came_bytes: Generated<number>
  }
  publication_transfer: {
    publication_id: string
    template_name: string
    template_id: string
    template_sha256: Buffer
    resource_type: string
    plan: PlanField[]
    step: TransferStep
    trace_id: string | null
    upload: Buffer | null
    token: Buffer
    token_sha256: Buffer
    bytes_per_second: Generated<number>
    bytes_ahead: Generated<number>
    is_cancelling: Generated<boolean>
    is_again: Generated<boolean>
    keeps_parts: Generated<boolean | null>
    part_path: Generated<string>
    part_to: Generated<Buffer | null>
    part_tags: Generated<string[]>
    part_breaks: Generated<number>
    decision: Generated<'adopt' | 'no' | null>
    details_url: Generated<string>
    doi: Generated<string>
    cstr: Generated<string>
    attachment_name: Generated<string>
    blob_sha256: Generated<Buffer | null>
  }
  dataset: {
    id: string
    space_id: string | null
    created_at: Date
    trace_id: Generated<string | null>
    trace_institution_id: Generated<string | null>
  }
  publication: {
    id: string
    dataset_id: string
    number: number
    state: PublicationState
    is_current: Generated<boolean>
    fields: DraftFields
    revisions: Record<string, number>
    title: string
    resource_type: ResourceType
    metadata: DatasetMetadata | null
    publisher: Bilingual | null
    cstr: Generated<string>
    changes: Generated<string>
    access_kind: AccessKind | null
    embargo_until: string | null
    file_count: Generated<number>
    size_bytes: Bytes
    transfer: TransferState | null
    transfer_failures: Generated<number>
    transfer_error: Generated<string>
    made_by: string | null
    sender_id: Generated<string | null>
    editors: string[]
    submitted_by: string | null
    reviewer_id: string | null
    reason: Generated<string>
    created_at: Date
    changed_at: Date
    submitted_at: Date | null
    claimed_at: Date | null
    review_until: Date | null
    reminded_at: Date | null
    round: Generated<number>
    restricted_count: Generated<number>
    published_at: Date | null
    withdrawn_at: Date | null
    institution_id: Generated<string | null>
  }
  publication_file: {
    publication_id: string
    path: string
    blob_sha256: Buffer
    size: number
    mime: string
    table_id: string | null
    is_sent: Generated<boolean>
    is_restricted: Generated<boolean>
  }
  publication_table: {
    publication_id: string
    table_id: string
    position: number
    name: string
    description: string
    path: string
    rows: number
    columns: FrozenColumn[]
    is_restricted: Generated<boolean>
  }
  publication_board: {
    publication_id: string
    report_id: string
    position: number
    name: string
    description: string
    content: BoardWithCharts
    paths: Record<string, string>
    folders: Record<string, string>
    views: Record<string, { name: string; definition: ViewDefinition }>
  }
  publication_correction: {
    publication_id: string
    number: number
    at: Date
    reason: string
    before: Partial<DatasetMetadata>
  }
  publication_event: {
    id: string
    publication_id: string
    kind: PublicationEventKind
    person_id: string | null
    reason: Generated<string>
    at: Date
  }
  publication_template: {
    id: string
    version: number
    definition: TemplateDefinition
    is_on: boolean
    changed_by: string
    changed_at: Date
  }
  publication_template_version: {
    template_id: string
    version: number
    definition: TemplateDefinition
    changed_by: string
    changed_at: Date
  }
  identifier_registration: {
    id: Generated<string>
    dataset_id: string
    scheme: 'DOI' | 'Handle'
    number: number
    value: string
    wanted: 'registered' | 'findable'
    known: 'draft' | 'registered' | 'findable' | null
    state: 'reserved' | 'waiting' | 'done' | 'failed'
    revision: Generated<number>
    attempts: Generated<number>
    next_at: Date
    error: Generated<string>
    created_at: Date
  }
  dataset_usage: { publication_id: string; day: string; views: number; downloads: number }
  dataset_usage_total: { dataset_id: string; views: Generated<number>; downloads: Generated<number> }
  access_request: {
    id: string
    dataset_id: string
    number: number
    person_id: string
    purpose: string
    terms: string
    state: AccessRequestState
    asked_at: Date
    answered_at: Date | null
    answered_by: string | null
    opinion: Generated<string>
    expires_on: string | null
  }
  dataset_entry: {
    dataset_id: string
    publication_id: string
    published_at: Date
    year: number
    resource_type: ResourceType
    access_kind: AccessKind
    embargo_until: string | null
    licence: string
    publisher: string
    subjects: string[]
    title: string
    keys: string
    space_id: string | null
  }
  identifier: { dataset_id: string; scheme: 'ARK'; value: string; created_at: Date }
  registry_entry: {
    id: string
    kind: RegistryKind
    name: string
    other_name: string
    family: string
    given: string
    email: string
    identifier: string
    funder_id: string
    organisation: string
    organisation_ror: string
    aliases: string[]
    added_by: string | null
    added_at: Date
    words: string
  }
  registry_account: { person_id: string; entry_id: string }
  publication_reviewer: {
    person_id: string
    added_at: Date
    types: Generated<ResourceType[]>
    institutions: Generated<string[]>
  }
  review_attachment: {
    publication_id: string
    round: number
    name: string
    blob_sha256: Buffer
    size: number
    person_id: string
    added_at: Date
  }
  review_link: {
    id: string
    publication_id: string
    round: number
    code_sha256: Buffer
    note: string
    hides_names: boolean
    made_by: string
    made_at: Date
  }
  publication_round: { publication_id: string; round: number; metadata: DatasetMetadata; submitted_at: Date }
  publication_round_file: { publication_id: string; path: string; sha256: Buffer; size: number }
  review_comment: {
    id: string
    publication_id: string
    thread_id: string | null
    round: number
    place: Generated<string>
    path: Generated<string>
    cells: ReviewCells | null
    person_id: string
    text: string
    suggestion: string | null
    applied_at: Date | null
    resolved_at: Date | null
    resolved_by: string | null
    at: Date
  }
  incoming: { id: string; space_id: string; person_id: string; bytes: number; active_at: Date }
  file_lock: {
    token: string
    item_id: string
    space_id: string
    is_deep: boolean
    is_shared: boolean
    person_id: string
    owner: string
    seconds: number
    expires_at: Date
  }
  file_property: { node_id: string; namespace: string; name: string; xml: string }
  scratch: {
    id: string
    person_id: string
    folder_id: string
    name: string
    content: Buffer
    created_at: Date
    modified_at: Date
    used_at: Date
  }
  tus_upload: { upload_id: string; received: Generated<number>; tail: Generated<Buffer>; metadata: string }
  staged_upload: {
    upload_id: string
    chunk_count: number
    whole: Generated<string>
    multipart_id: string | null
    sha256: Buffer | null
    md5: Buffer | null
    size: number | null
    is_sealed: Generated<boolean>
    touched_at: Timestamp
  }
  staged_chunk: { upload_id: string; index: number; etag: string }
  staged_part: { upload_id: string; number: number; etag: string }
}

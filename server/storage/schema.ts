import type { ColumnType, Generated } from 'kysely'
import type { Conflict } from '#contract/files.ts'
import type { Flag, SpaceRole, SpaceStatus, SpaceType } from '#contract/policy.ts'
import type { Role } from '#contract/session.ts'

/** A timestamp that the database fills in when it is not given. */
type Moment = ColumnType<Date, Date | undefined, Date>
/** int8: read as a number (the pool parses it; sizes stay below 2^53). */
type Bytes = ColumnType<number, number | undefined, number>

/** The tables as the migrations leave them; column comments are there. */
export type Schema = {
  setting: { key: string; value: unknown; updated_at: Moment }
  person: {
    id: string
    email: string
    name: string
    avatar: Generated<string>
    role: Role
    password_hash: string | null
    disabled_at: Date | null
    created_at: Moment
  }
  session: { token_hash: Buffer; person_id: string; user_agent: Generated<string>; created_at: Moment; seen_at: Moment }
  login_delay: { key: string; failures: number; last_at: Date; until: Date }
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
    created_at: Moment
  }
  space_usage: {
    space_id: string
    used_bytes: Bytes
    reserved_bytes: Bytes
    file_count: Bytes
    folder_count: Bytes
    member_count: Generated<number>
  }
  member: { space_id: string; person_id: string; role: SpaceRole; joined_at: Moment }
  space_flags: { space_id: string; role: 'senior' | 'normal'; flags: Flag[] }
  blob: { sha256: Buffer; md5: Buffer; size: number; created_at: Moment; touched_at: Moment }
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
    author_id: string
    created_at: Moment
    updated_at: Moment
    trash_id: string | null
  }
  file_version: {
    node_id: string
    number: number
    blob_sha256: Buffer
    size: number
    author_id: string
    created_at: Date
  }
  trash: {
    id: string
    space_id: string
    node_id: string
    parent_id: string
    path: string
    deleted_by: string
    deleted_at: Moment
  }
  upload: {
    id: string
    space_id: string
    folder_id: string
    person_id: string
    name: string
    size: number
    md5: Buffer
    conflict: Conflict
    node_id: string | null
    created_at: Moment
    active_at: Moment
  }
}

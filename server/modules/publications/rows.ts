import type { PublicationState, TransferState } from '#contract/publications/dataset.ts'
import type { Bilingual, ResourceType } from '#contract/publications/metadata.ts'
import type { PublicationRecord } from '#contract/publications.ts'

/** A version with the names of what it belongs to, without what people filled in. */
export type ListedRow = {
  id: string
  dataset_id: string
  number: number
  state: PublicationState
  /** The title in both languages; null if there is none yet. */
  titles: Bilingual | null
  title: string
  resource_type: ResourceType
  template: string | null
  publisher: Bilingual | null
  institution_id: string | null
  institution_name: string | null
  space_id: string | null
  space_name: string | null
  made_by: string | null
  maker_name: string | null
  sender_id: string | null
  sender_name: string | null
  reviewer_id: string | null
  reviewer_name: string | null
  review_until: Date | null
  editors: string[]
  transfer: TransferState | null
  transfer_failures: number
  transfer_error: string
  reason: string
  file_count: number
  size_bytes: number
  is_current: boolean
  has_open: boolean
  created_at: Date
  changed_at: Date
  submitted_at: Date | null
  published_at: Date | null
  withdrawn_at: Date | null
  key: string
}

type Shown = { templates: ReadonlyMap<string, Bilingual>; language: 'zh' | 'en'; why: (refusal: string) => string }

/** A version in the reader's language, in which `why` says a refusal. */
export function recordOf(row: ListedRow, { templates, language, why }: Shown): PublicationRecord {
  const iso = (at: Date | null) => at?.toISOString() ?? null
  return {
    id: row.id,
    datasetId: row.dataset_id,
    number: row.number,
    state: row.state,
    title: row.titles?.[language]?.trim() || row.title,
    resourceType: row.resource_type,
    template: templates.get(row.template ?? '') ?? { zh: '', en: '' },
    institution:
      row.institution_id && row.institution_name ? { id: row.institution_id, name: row.institution_name } : null,
    publisher: row.publisher,
    space: row.space_id ? { id: row.space_id, name: row.space_name ?? '' } : null,
    maker: row.made_by ? { personId: row.made_by, personName: row.maker_name ?? '' } : null,
    sender: row.sender_id ? { id: row.sender_id, name: row.sender_name ?? '' } : null,
    reviewer: row.reviewer_id ? { personId: row.reviewer_id, personName: row.reviewer_name ?? '' } : null,
    reviewUntil: iso(row.review_until),
    transfer: row.transfer,
    transferFailures: row.transfer_failures,
    transferMessage: row.transfer_error && why(row.transfer_error),
    reason: row.reason,
    fileCount: row.file_count,
    sizeBytes: row.size_bytes,
    isCurrent: row.is_current,
    hasOpenVersion: row.has_open,
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    submittedAt: iso(row.submitted_at),
    publishedAt: iso(row.published_at),
    withdrawnAt: iso(row.withdrawn_at),
  }
}

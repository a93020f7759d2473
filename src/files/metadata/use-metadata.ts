import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { TemplateField } from '#contract/fields.ts'
import type { FileRecord } from '#contract/files.ts'
import { metadata } from '#contract/metadata.ts'
import { call } from '#providers/call.ts'
import { onMissedNews, onRealtime } from '#providers/live.ts'

const keyOf = (spaceId: string, hash: string) => ['metadata', spaceId, hash]

/** What people say of an item; asked anew when somebody changes something in its folder. */
export function useMetadata(spaceId: string, { hash, phash }: Pick<FileRecord, 'hash' | 'phash'>) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: keyOf(spaceId, hash),
    queryFn: () => call(metadata.of, { spaceId, hash }, { quiet: true }),
  })
  useEffect(() => {
    const renew = () => void client.invalidateQueries({ queryKey: keyOf(spaceId, hash) })
    const stop = onRealtime((event) => {
      if (event.mark !== 'space' || event.type !== 'files' || event.spaceId !== spaceId) return
      if (!event.folders.length || event.folders.some((folder) => folder === phash || folder === hash)) renew()
    })
    const stopMissing = onMissedNews(renew)
    return () => {
      stop()
      stopMissing()
    }
  }, [client, spaceId, hash, phash])
  return query
}

/** What a template asks for, and what each of its choices is made from. */
export type MetadataSchema = { fields: readonly TemplateField[]; termsOf: (field: TemplateField) => readonly string[] }
const nothing: MetadataSchema = { fields: [], termsOf: () => [] }

/**
 * The fields of the template of an item, null while they are on their way; of another template than before, or another
 * state of it, the former ones until then. `stamp` changes with what it asks for.
 */
export function useTemplate(spaceId: string, hash: string, template: { id: string; stamp: string } | null) {
  const { data, error, refetch } = useQuery({
    queryKey: ['template', spaceId, template?.id, template?.stamp],
    enabled: template !== null,
    queryFn: () => call(metadata.template, { spaceId, id: template?.id ?? '' }, { quiet: true }),
  })
  const fresh = useMemo((): MetadataSchema | null => {
    if (!template) return nothing
    return data
      ? { fields: data.template.fields, termsOf: ({ vocabularyId }) => data.terms[vocabularyId ?? ''] ?? [] }
      : null
  }, [template, data])
  const [former, keep] = useState<{ hash: string; schema: MetadataSchema } | null>(null)
  useEffect(() => {
    if (fresh) keep({ hash, schema: fresh })
  }, [hash, fresh])
  return { schema: fresh ?? (former?.hash === hash ? former.schema : null), error, refetch }
}

/** Makes every list of templates and all that hangs on them ask anew. */
export function useRenewTemplates(spaceId: string): () => void {
  const client = useQueryClient()
  return () => {
    for (const key of ['templates', 'vocabularies', 'metadata', 'template'])
      void client.invalidateQueries({ queryKey: [key, spaceId] })
  }
}

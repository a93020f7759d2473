import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { TemplateField } from '#contract/fields.ts'
import type { FileRecord } from '#contract/files.ts'
import { metadata } from '#contract/metadata.ts'
import { call } from '#providers/call.ts'
import { onMissedNews, onRealtime } from '#providers/live.ts'

const keyOf = (spaceId: string, hash: string) => ['metadata', spaceId, hash]

export const metadataQuery = (spaceId: string, hash: string) => ({
  queryKey: keyOf(spaceId, hash),
  queryFn: () => call(metadata.of, { spaceId, hash }, { quiet: true }),
})

/** Metadata, tags and note of an item; refetched when something in its folder changes. */
export function useMetadata(spaceId: string, { hash, phash }: Pick<FileRecord, 'hash' | 'phash'>) {
  const client = useQueryClient()
  const query = useQuery(metadataQuery(spaceId, hash))
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

/** The fields of a template, and the terms of each choice. */
export type MetadataSchema = { fields: readonly TemplateField[]; termsOf: (field: TemplateField) => readonly string[] }
const nothing: MetadataSchema = { fields: [], termsOf: () => [] }

/**
 * The fields of an item's template; null while loading. While another template, or another state of it, is loading, the
 * previous fields are returned. `stamp` changes with the template's content.
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

/** Returns a function that refetches all templates and the data that depends on them. */
export function useRenewTemplates(spaceId: string): () => void {
  const client = useQueryClient()
  return () => {
    for (const key of ['templates', 'vocabularies', 'metadata', 'template'])
      void client.invalidateQueries({ queryKey: [key, spaceId] })
  }
}

import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_TAGS_MAX, TAG_LENGTH_MAX } from '#contract/core/limits.ts'
import { ItemTag, metadata } from '#contract/metadata.ts'
import { call } from '#providers/call.ts'

type Props = {
  spaceId: string
  tags: readonly string[]
  label: string
  isBusy?: boolean
  onChange: (tags: string[]) => void
}
const SEPARATORS = [',', '，', ';', '；']

/** A field for tags with suggestions from the space; an invalid tag stays in the input with the reason. */
export function TagField({ spaceId, tags, label, isBusy = false, onChange }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const { data: known = [] } = useQuery({
    queryKey: ['tags', spaceId],
    queryFn: () => call(metadata.tags, { spaceId }, { quiet: true }),
  })
  const text = typed.trim()
  const isOdd = text !== '' && !ItemTag.safeParse(text).success
  const isMany = text !== '' && tags.length >= FILE_TAGS_MAX
  const problem = isOdd
    ? t('metadata.problems.tag', { count: TAG_LENGTH_MAX })
    : isMany && t('metadata.problems.tooManyTags', { count: FILE_TAGS_MAX })
  return (
    <>
      <Select
        className="metadata-wide"
        mode="tags"
        aria-label={label}
        placeholder={t('metadata.tagsPlaceholder')}
        suffixIcon={null}
        notFoundContent={null}
        maxCount={Math.max(FILE_TAGS_MAX, tags.length)}
        tokenSeparators={SEPARATORS}
        loading={isBusy}
        value={[...tags]}
        searchValue={typed}
        onSearch={setTyped}
        status={problem ? 'error' : ''}
        options={known.map((tag) => ({ value: tag, label: tag }))}
        onChange={(chosen: string[]) => {
          const fitting = chosen.flatMap((tag) => ItemTag.safeParse(tag).data ?? [])
          if (fitting.length === chosen.length) setTyped('')
          onChange(fitting)
        }}
      />
      {problem && (
        <small className="metadata-problem" role="alert">
          {problem}
        </small>
      )}
    </>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select, type SelectProps } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FileRecord, files } from '#contract/files.ts'
import { search } from '#contract/search.ts'
import { spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { sentenceOf } from '#providers/failures.ts'
import { FilePicture } from './file-picture.tsx'

/** Items and people that are offered at a time (our choice). */
const OFFERED = 20
const POPUP_PX = 320
/** A possible target of a cell: an item or a member of the space. */
type Offered = { value: string; label: string; note: string; file?: FileRecord }

const ofFile = (file: FileRecord): Offered => ({ value: file.hash, label: file.name, note: file.path, file })
const finders = {
  /** Items by name; without words those at the top of the space, the last changed first. */
  async file(spaceId: string, q: string, signal: AbortSignal): Promise<Offered[]> {
    const options = { quiet: true, signal } as const
    if (q === '')
      return (await call(files.list, { spaceId, sort: 'modified', order: 'desc', size: OFFERED }, options)).list.map(
        ofFile,
      )
    const { list } = await call(search.find, { q, spaceId, in: 'name', size: OFFERED }, options)
    return list.map(({ file }) => ofFile(file))
  },
  async person(spaceId: string, q: string, signal: AbortSignal): Promise<Offered[]> {
    const asked = { id: spaceId, size: OFFERED, ...(q && { q }) }
    const { list } = await call(spaces.members, asked, { quiet: true, signal })
    return list.map(({ personId, personName, emailAccounts }) => ({
      value: personId,
      label: personName,
      note: emailAccounts,
    }))
  },
}

type Props = Pick<
  SelectProps<string>,
  'id' | 'disabled' | 'autoFocus' | 'defaultOpen' | 'className' | 'onBlur' | 'onKeyDown'
> & {
  spaceId: string
  type: keyof typeof finders
  label?: string
  /** The selected id; '' for none. Set by a form. */
  value?: string
  onChange?: (id: string) => void
  /** Names by id; what is chosen is added to them. */
  names: Map<string, string>
  /** Said of an id without a name. */
  unseen: string
  /** The initial search text. */
  typed?: string
}

/** Chooses an item or a member of the space by name, among those that the reader may see. */
export function ReferenceSelect({
  spaceId,
  type,
  label,
  value = '',
  onChange,
  names,
  unseen,
  typed = '',
  ...props
}: Props) {
  const { t } = useTranslation()
  const [sought, setSought] = useState(typed)
  const q = useDeferredValue(sought.trim())
  const { data, isFetching, error } = useQuery({
    queryKey: ['tables', spaceId, 'references', type, q],
    queryFn: ({ signal }) => finders[type](spaceId, q, signal),
    placeholderData: keepPreviousData,
  })
  const offered = data ?? []
  const isMissing = value !== '' && !offered.some((one) => one.value === value)
  const present: Offered[] = isMissing ? [{ value, label: names.get(value) ?? unseen, note: '' }] : []
  return (
    <Select<string, Offered>
      {...props}
      {...(label && { 'aria-label': label })}
      allowClear
      popupMatchSelectWidth={POPUP_PX}
      value={value || null}
      showSearch={{ filterOption: false, searchValue: sought, onSearch: setSought }}
      loading={isFetching}
      placeholder={t(`tables.reference.${type}`)}
      notFoundContent={error ? sentenceOf(error) : isFetching ? null : t(`tables.reference.no.${type}`)}
      options={[...(q === '' ? present : []), ...offered]}
      labelRender={({ value: id, label: name }) => name ?? names.get(String(id)) ?? unseen}
      optionRender={({ data: one }) => (
        <span className="reference-option">
          {one.file && <FilePicture spaceId={spaceId} file={one.file} />}
          <span>
            {one.label}
            {one.note && <small>{one.note}</small>}
          </span>
        </span>
      )}
      onChange={(id, option) => {
        if (id && !Array.isArray(option) && option) names.set(id, option.label)
        onChange?.(id ?? '')
      }}
    />
  )
}

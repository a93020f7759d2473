import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Radio, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BackupItem, type BackupPart, backups } from '#contract/backups.ts'
import { call } from '#providers/call.ts'
import { formatBytes } from '../../src/widgets/format.ts'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { RecordMore } from '../../src/widgets/RecordMore.tsx'

type Props = { copyId: string; value?: BackupPart | undefined; onChange?: (part: BackupPart | undefined) => void }
type Folder = { id: string; name: string }
const KINDS = ['item', 'table'] as const

/** Chooses a folder, a file or a table of a copy. */
export function ChoosePart({ copyId, value, onChange }: Props) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<BackupPart['kind']>('item')
  const [way, setWay] = useState<Folder[]>([])
  const choose = (next: BackupPart['kind']) => {
    setKind(next)
    onChange?.(undefined)
  }
  return (
    <div className="backup-part">
      <Segmented
        aria-label={t('backups.restore.what')}
        options={KINDS.map((one) => ({ value: one, label: t(`backups.part.kinds.${one}`) }))}
        value={kind}
        onChange={choose}
      />
      {kind === 'item' && <Way way={way} onOpen={setWay} />}
      <Items
        copyId={copyId}
        kind={kind}
        folderId={kind === 'item' ? way.at(-1)?.id : undefined}
        chosen={value?.id}
        onChoose={(id) => onChange?.({ kind, id })}
        onOpen={({ id, name }) => setWay([...way, { id, name }])}
      />
    </div>
  )
}

/** The folders above, each a way back. */
function Way({ way, onOpen }: { way: Folder[]; onOpen: (way: Folder[]) => void }) {
  const { t } = useTranslation()
  return (
    <nav className="backup-way" aria-label={t('backups.part.label')}>
      <Button type="link" size="small" disabled={!way.length} onClick={() => onOpen([])}>
        {t('backups.part.root')}
      </Button>
      {way.map(({ id, name }, index) => (
        <Button
          key={id}
          type="link"
          size="small"
          disabled={index === way.length - 1}
          onClick={() => onOpen(way.slice(0, index + 1))}
        >
          {name}
        </Button>
      ))}
    </nav>
  )
}

type ItemsProps = {
  copyId: string
  kind: BackupPart['kind']
  folderId: string | undefined
  chosen: string | undefined
  onChoose: (id: string) => void
  onOpen: (folder: BackupItem) => void
}

function Items({ copyId, kind, folderId, chosen, onChoose, onOpen }: ItemsProps) {
  const { t } = useTranslation()
  const query = useInfiniteQuery({
    queryKey: ['backups', 'items', copyId, kind, folderId],
    queryFn: ({ pageParam }) =>
      call(
        backups.items,
        { copyId, kind, ...(folderId && { folderId }), ...(pageParam && { after: pageParam }) },
        { quiet: true, aside: true },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // Nothing in a copy changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const items = pages.flatMap(({ list }) => list)
        if (!items.length) return <p className="backup-fixed">{t(`backups.part.none.${kind}`)}</p>
        return (
          <>
            <ul className="backup-items">
              {items.map((item) => (
                <li key={item.id}>
                  <Radio checked={item.id === chosen} onChange={() => onChoose(item.id)}>
                    {item.name}
                  </Radio>
                  {item.kind === 'folder' ? (
                    <Button
                      size="small"
                      onClick={() => onOpen(item)}
                      aria-label={t('backups.part.open', { name: item.name })}
                    >
                      {t('backups.part.enter')}
                    </Button>
                  ) : (
                    <small>{formatBytes(item.size)}</small>
                  )}
                </li>
              ))}
            </ul>
            <RecordMore query={query} count={items.length} />
          </>
        )
      }}
    </Loaded>
  )
}

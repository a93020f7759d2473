import { App, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/core/directory.ts'
import type { FileRecord } from '#contract/files.ts'
import { formatBytes, formatDateTime } from '../widgets/format.ts'
import { type Answer, type Clash, choicesFor } from './relocate.ts'

/** Asks what to do about a taken name, for one item or all following ones; resolves with null to stop. */
export function useConflict(): (clash: Clash) => Promise<Answer> {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return (clash) =>
    new Promise((resolve) => {
      const answer = (given: Answer) => {
        dialog.destroy()
        resolve(given)
      }
      const dialog = modal.confirm({
        title: t('files.conflict.title', { name: clash.item.name }),
        content: <Question clash={clash} onAnswer={answer} />,
        onCancel: () => resolve(null),
        footer: null,
      })
    })
}

function Question({ clash, onAnswer }: { clash: Clash; onAnswer: (answer: Answer) => void }) {
  const { t } = useTranslation()
  const [isForAll, setForAll] = useState(false)
  const choices = choicesFor(clash)
  const { item, taken, left } = clash
  return (
    <>
      <ul className="conflict-properties">
        <Property label={t('files.conflict.there')} record={taken} />
        <Property label={t('files.conflict.comes')} record={item} />
      </ul>
      {left > 0 && (
        <Checkbox checked={isForAll} onChange={({ target }) => setForAll(target.checked)}>
          {t('files.conflict.forAll', { count: left })}
        </Checkbox>
      )}
      <div className="dialog-buttons">
        <Button onClick={() => onAnswer(null)}>{t('files.conflict.cancel')}</Button>
        {choices.map((choice) => (
          <Button
            key={choice}
            type={choice === 'keepBoth' ? 'primary' : 'default'}
            onClick={() => onAnswer({ choice, isForAll })}
          >
            {t(`files.conflict.${choice}`)}
          </Button>
        ))}
      </div>
    </>
  )
}

function Property({ label, record }: { label: string; record: FileRecord }) {
  const { t, i18n } = useTranslation()
  const size = isFolder(record) ? t('files.items', { count: record.items }) : formatBytes(record.size)
  return (
    <li className="num">
      {label} {size} · {formatDateTime(record.updateTime, i18n.language)} · {record.author.personName}
    </li>
  )
}

import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { JournalEntry } from '#contract/journal.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { formatExact } from '../../src/widgets/format.ts'
import { journalWordsOf, useSpaceParts } from '../../src/widgets/space-part.tsx'
import { sentenceOf, timeOf, whereOf, whoOf } from './words.ts'

type Props = { code: string; entry: JournalEntry; now: Date; onPerson: (personId: string) => void }

/** One entry as a sentence: who did what to which item, where, when and over which channel. */
export function JournalRow({ code, entry, now, onPerson }: Props) {
  const { t, i18n } = useTranslation()
  const { actor, channel, at } = entry
  const who = whoOf(t, entry)
  const { before, item, after } = sentenceOf(t, entry, i18n.language, journalWordsOf(useSpaceParts()))
  const where = whereOf(t, entry)
  return (
    <li className="journal-entry">
      <span className="avatar" aria-hidden="true">
        {actor?.avatar ? <img src={actor.avatar} alt="" width="28" height="28" /> : actor ? [...who][0] : '·'}
      </span>
      <div className="journal-said">
        {actor ? (
          <button type="button" onClick={() => onPerson(actor.personId)} title={t('journal.activeOnly', { name: who })}>
            {who}
          </button>
        ) : (
          <b>{who}</b>
        )}{' '}
        {before}
        {item !== null && <Item code={code} entry={entry} name={item} />}
        {after}
        {where && <small>{where}</small>}
      </div>
      <span className="journal-when num">
        <time dateTime={at} title={formatExact(at, i18n.language)}>
          {timeOf(t, at, i18n.language, now)}
        </time>
        <small>{[t(`journal.channels.${channel}`), entry.details.application].filter(Boolean).join(' · ')}</small>
      </span>
    </li>
  )
}

/** The item as a link to its current place, if it still exists. */
function Item({ code, entry: { item, count }, name }: { code: string; entry: JournalEntry; name: string }) {
  const { t } = useTranslation()
  if (!item.folder) return <b title={item.path ? t('journal.gone') : undefined}>{name}</b>
  const query = new URLSearchParams({ folder: item.folder, ...(count === 1 && { select: item.id }) })
  return <Link to={`${spacePath(code, 'filesManage')}?${query}`}>{name}</Link>
}

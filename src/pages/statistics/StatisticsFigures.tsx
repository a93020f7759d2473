import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isNearlyFull } from '#contract/core/limits.ts'
import { Role } from '#contract/session.ts'
import { SpaceStatus, SpaceType } from '#contract/spaces.ts'
import type { Overview } from '#contract/statistics.ts'
import { formatBytes, formatCount } from '../../widgets/format.ts'
import { Definition } from './Definition.tsx'
import { StatisticsForecast } from './StatisticsForecast.tsx'

const useCount = () => {
  const { i18n } = useTranslation()
  return (value: number) => formatCount(value, i18n.language)
}

/** The current numbers, each a link to the list that it counts. */
export function StatisticsFigures({ overview: { users, spaces, storage } }: { overview: Overview }) {
  return (
    <div className="statistics-cards">
      <Users users={users} />
      <Spaces spaces={spaces} />
      <Storage storage={storage} />
    </div>
  )
}

type CardProps = { title: string; definition: string; total: string; unit: string; note: string; children: ReactNode }

function Card({ title, definition, total, unit, note, children }: CardProps) {
  return (
    <section className="statistics-card num">
      <h2>
        {title} <Definition of={title}>{definition}</Definition>
      </h2>
      <p className="statistics-total">
        <b>{total}</b> {unit} <small>{note}</small>
      </p>
      {children}
    </section>
  )
}

function Users({ users }: { users: Overview['users'] }) {
  const { t } = useTranslation()
  const count = useCount()
  return (
    <Card
      title={t('statistics.users.title')}
      definition={t('statistics.definitions.users')}
      total={count(users.total)}
      unit={t('statistics.users.unit', { count: users.total })}
      note={t('statistics.newThisMonth', { count: users.newThisMonth })}
    >
      <Parts parts={users.byRole} />
      <dl className="statistics-rows">
        {Role.options.map((role) => (
          <Row key={role} label={t(`shell.roles.${role}`)} part={role} to={`/systemConfig/users?role=${role}`}>
            {count(users.byRole[role])}
          </Row>
        ))}
      </dl>
      <dl className="statistics-rows">
        <Row
          label={t('statistics.users.online')}
          definition={t('statistics.definitions.online')}
          to="/systemConfig/users?online=true"
        >
          {count(users.online)}
        </Row>
        <Row label={t('statistics.users.waiting')} definition={t('statistics.definitions.waiting')}>
          {count(users.waiting)}
        </Row>
      </dl>
    </Card>
  )
}

function Spaces({ spaces }: { spaces: Overview['spaces'] }) {
  const { t } = useTranslation()
  const count = useCount()
  return (
    <Card
      title={t('statistics.spaces.title')}
      definition={t('statistics.definitions.spaces')}
      total={count(spaces.total)}
      unit={t('statistics.spaces.unit', { count: spaces.total })}
      note={t('statistics.newThisMonth', { count: spaces.newThisMonth })}
    >
      <Parts parts={spaces.byType} />
      <dl className="statistics-rows">
        {SpaceType.options.map((type) => (
          <Row key={type} label={t(`home.types.${type}`)} part={type} to={`/systemConfig/spaces?type=${type}`}>
            {count(spaces.byType[type])}
          </Row>
        ))}
      </dl>
      <dl className="statistics-rows statistics-pairs">
        {SpaceStatus.options.map((status) => (
          <Row
            key={status}
            label={t(`spaces.statuses.${status}`)}
            to={status === 'pending' ? '/approvalManage' : `/systemConfig/spaces?status=${status}`}
          >
            {count(spaces.byStatus[status])}
          </Row>
        ))}
        <Row
          label={t('statistics.spaces.nearlyFull')}
          definition={t('statistics.definitions.nearlyFull')}
          to="/systemConfig/spaces?isNearlyFull=true&sort=used"
        >
          {count(spaces.nearlyFull)}
        </Row>
      </dl>
    </Card>
  )
}

function Storage({ storage }: { storage: Overview['storage'] }) {
  const { t } = useTranslation()
  const { allocatedBytes, usedBytes, storedBytes, diskBytes, diskFreeBytes, contentsDisk, files } = storage
  // The disk of the contents; with an object store, that of the data.
  const { bytes, freeBytes } = contentsDisk ?? { bytes: diskBytes, freeBytes: diskFreeBytes }
  const taken = bytes ? ((bytes - freeBytes) / bytes) * 100 : 0
  return (
    <Card
      title={t('statistics.storage.title')}
      definition={t('statistics.definitions.storage')}
      total={formatBytes(usedBytes)}
      unit={t('statistics.storage.unit')}
      note={t('statistics.storage.files', { count: files })}
    >
      <dl className="statistics-rows">
        <Row label={t('statistics.storage.allocated')} definition={t('statistics.definitions.allocated')}>
          {formatBytes(allocatedBytes)}
        </Row>
        <Row label={t('statistics.storage.stored')} definition={t('statistics.definitions.stored')}>
          {formatBytes(storedBytes)}
        </Row>
        <Row label={t('statistics.storage.free')} definition={t('statistics.definitions.free')}>
          {formatBytes(freeBytes)}
        </Row>
      </dl>
      <div
        className="statistics-disk"
        data-warning={isNearlyFull(bytes - freeBytes, bytes)}
        role="meter"
        aria-label={t('statistics.storage.disk')}
        aria-valuenow={Math.round(taken)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${taken}%` }} />
      </div>
      <p className="statistics-note">
        {t('statistics.storage.diskOf', {
          taken: formatBytes(bytes - freeBytes),
          disk: formatBytes(bytes),
        })}
      </p>
      {contentsDisk && allocatedBytes > contentsDisk.bytes && (
        <p className="statistics-note">{t('statistics.storage.overbooked')}</p>
      )}
      {contentsDisk && <StatisticsForecast of="disk" freeBytes={freeBytes} />}
    </Card>
  )
}

/** The shares of a total as a bar, with the numbers in the rows below. */
function Parts({ parts }: { parts: Record<string, number> }) {
  return (
    <div className="statistics-parts" aria-hidden="true">
      {Object.entries(parts).map(([part, count]) => (
        <i key={part} data-part={part} style={{ flexGrow: count }} />
      ))}
    </div>
  )
}

type RowProps = { label: string; definition?: string; to?: string; part?: string; children: ReactNode }

function Row({ label, definition, to, part, children }: RowProps) {
  const words = (
    <>
      {part && <i className="statistics-dot" data-part={part} aria-hidden="true" />}
      {label}
    </>
  )
  return (
    <div>
      <dt>
        {to ? <Link to={to}>{words}</Link> : words} {definition && <Definition of={label}>{definition}</Definition>}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

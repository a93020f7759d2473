import { CloudUploadOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { explain } from '#contract/core/policy.ts'
import { PublicationState } from '#contract/publications/dataset.ts'
import { publications } from '#contract/publications.ts'
import { call } from '#providers/call.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { FilterRow } from '../../src/widgets/FilterRow.tsx'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import type { PartProps } from '../../src/widgets/space-part.tsx'
import { useAddress, wizardPath } from './address.ts'
import { PublicationRecords } from './records.tsx'

/** The published datasets of a space; for members who may publish, also drafts and submissions. */
export default function SpacePublications({ space }: PartProps) {
  const { t } = useTranslation()
  const address = useAddress()
  const { view, setView, clear } = address
  const { allowed: mayEdit, rule } = explain(actorOf(useUser()), 'publication.edit', space)
  const filters = { ...(view.state && { state: view.state }), ...(view.q && { q: view.q }) }
  const isFiltered = Object.keys(filters).length > 0
  const add = mayEdit && (
    <Link to={wizardPath(space.id)} className="publish-link">
      <Button type="primary" icon={<CloudUploadOutlined />} tabIndex={-1}>
        {t('publications.add')}
      </Button>
    </Link>
  )
  return (
    <section className="publications-page" aria-label={t('publications.tab')}>
      <FilterRow onClear={isFiltered ? clear : null} end={add}>
        <SearchField q={view.q} label={t('publications.search')} onSearch={(q) => setView({ q })} />
        <Select
          value={view.state}
          onChange={(state) => setView({ state })}
          allowClear
          placeholder={t('publications.state')}
          aria-label={t('publications.state')}
          options={PublicationState.options.map((value) => ({ value, label: t(`publications.states.${value}`) }))}
        />
      </FilterRow>
      {(rule === 'flagMissing' || rule === 'notMember') && (
        <p className="publication-reason" role="note">
          {t('publications.lacksRight', { name: space.owner.personName })}
        </p>
      )}
      <PublicationRecords
        address={address}
        queryKey={[space.id, filters]}
        read={(after) => call(publications.list, { spaceId: space.id, ...filters, ...after }, { quiet: true })}
        kind="space"
        empty={
          isFiltered ? (
            <Empty title={t('publications.noHit')} hint={t('publications.noHitHint')}>
              <Button onClick={clear}>{t('common.clear')}</Button>
            </Empty>
          ) : (
            <Empty title={t('publications.none')} hint={t('publications.noneHint')} />
          )
        }
      />
    </section>
  )
}

import { useTranslation } from 'react-i18next'
import { BYTES_PER_GB, STORAGE_WARNING_PERCENT } from '#contract/limits.ts'
import type { Space } from '#contract/spaces.ts'
import { formatBytes, formatCount, formatExact } from '../../src/widgets/format.ts'

/** What the space is, and how full. */
export function SpaceInfo({ space }: { space: Space }) {
  const { t, i18n } = useTranslation()
  const capacity = space.size * BYTES_PER_GB
  const percent = capacity ? Math.min(100, (space.usedBytes / capacity) * 100) : 0
  const count = (value: number) => formatCount(value, i18n.language)
  return (
    <div className="reading">
      <section>
        <p className="lead">{space.introduction || t('spaces.facts.noIntroduction')}</p>
        <div className="space-filters">
          {space.tags.map((tag) => (
            <span key={tag} className="tag">
              {tag}
            </span>
          ))}
        </div>
      </section>
      <section className="panel">
        <dl className="facts num">
          <Fact label={t('spaces.facts.used')}>
            {t('spaces.facts.usedOf', { used: formatBytes(space.usedBytes), capacity: formatBytes(capacity) })}
            <div
              className="usage"
              data-warning={percent > STORAGE_WARNING_PERCENT}
              role="meter"
              aria-label={t('spaces.facts.used')}
              aria-valuenow={Math.round(percent)}
              aria-valuemin={0}
              aria-valuemax={100}
            >
              <i style={{ width: `${percent}%` }} />
            </div>
          </Fact>
          <Fact label={t('spaces.facts.files')}>{count(space.fileCount)}</Fact>
          <Fact label={t('spaces.facts.folders')}>{count(space.folderCount)}</Fact>
          <Fact label={t('spaces.facts.members')}>{count(space.memberCount)}</Fact>
          <Fact label={t('spaces.facts.downloads')}>{count(space.downloads)}</Fact>
          <Fact label={t('spaces.facts.type')}>{t(`spaces.typeHints.${space.type}`)}</Fact>
          <Fact label={t('spaces.facts.owner')}>{space.owner.personName}</Fact>
          <Fact label={t('spaces.facts.createTime')}>{formatExact(space.createTime, i18n.language)}</Fact>
          <Fact label={t('spaces.facts.homepage')}>
            {location.origin}
            {space.homepage}
          </Fact>
        </dl>
      </section>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { isMissing, type Problem } from '#contract/publications/check.ts'
import type { TemplateDefinition } from '#contract/publications/template.ts'
import { publications } from '#contract/publications.ts'
import { call } from '#providers/call.ts'
import { formatBytes } from '../../src/widgets/format.ts'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { Fair } from './fair-score.tsx'
import type { Target } from './focus-place.ts'
import { usePlaceName } from './place-name.ts'
import { useProblemText } from './problem-text.ts'
import { ReadmeField } from './readme-field.tsx'
import { type FillingStep, stepOf } from './steps.ts'
import type { Draft } from './use-draft.ts'

type Props = {
  draft: Draft
  /** Path of the page that shows how it will look. */
  preview: string
  definition: TemplateDefinition | null
  onGo: (step: FillingStep, to: Target) => void
}

/** The server's findings before a submission: errors, and suggestions. */
export function CheckStep({ draft, preview, definition, onGo }: Props) {
  const { t } = useTranslation()
  const { id, fields, saving } = draft
  const boards = fields.boards?.length ?? 0
  const nameOf = usePlaceName(definition)
  const query = useQuery({
    queryKey: ['publications', 'check', id, fields],
    queryFn: () => call(publications.check, { id }, { quiet: true, aside: true }),
    enabled: saving === 'saved',
    placeholderData: (before) => before,
    staleTime: 0,
  })
  // Links to other sites take longer to check, so their results are loaded separately.
  const links = useQuery({
    queryKey: ['publications', 'links', id, fields.related, fields.extra],
    queryFn: () => call(publications.links, { id }, { quiet: true, aside: true }),
    enabled: saving === 'saved',
  })
  return (
    <Loaded query={query} rows={6}>
      {({ problems, files, sizeBytes, tables, fair }) => {
        const needsReadme = problems.some(({ code }) => code === 'noReadme')
        const errors = problems.filter(({ level }) => level === 'error')
        const advice = [...problems.filter(({ level }) => level === 'advice'), ...(links.data ?? [])]
        return (
          <div className="check-step">
            <p className="num">
              {[
                (files > 0 || tables === 0) && t('publications.files', { count: files, shown: String(files) }),
                files > 0 && formatBytes(sizeBytes),
                tables > 0 && t('publications.check.tables', { count: tables }),
                boards > 0 && t('publications.check.boards', { count: boards }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {errors.length > 0 ? (
              <Findings title={t('publications.check.errors')} problems={errors} definition={definition} onGo={onGo} />
            ) : (
              <p className="check-passed">{t('publications.check.passed')}</p>
            )}
            {advice.length > 0 && (
              <Findings title={t('publications.check.advice')} problems={advice} definition={definition} onGo={onGo} />
            )}
            {links.isFetching && <p role="status">{t('publications.check.links')}</p>}
            {(needsReadme || fields.readme !== undefined) && <ReadmeField draft={draft} />}
            <Fair
              score={fair}
              isEarly={errors.some(({ code }) => isMissing(code))}
              nameOf={nameOf}
              onGo={(place) => onGo(stepOf(place), { place })}
            />
            <p>{t('publications.check.after')}</p>
            {!fields.institution && errors.length === 0 && (
              <div>
                <Button href={preview} target="_blank" rel="noreferrer">
                  {t('publications.check.preview')}
                </Button>
              </div>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

type FindingsProps = Pick<Props, 'definition' | 'onGo'> & { title: string; problems: readonly Problem[] }

function Findings({ title, problems, definition, onGo }: FindingsProps) {
  const { t } = useTranslation()
  const nameOf = usePlaceName(definition)
  const textOf = useProblemText()
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className="publication-files findings">
        {problems.map((problem) => (
          <li key={`${problem.place} ${problem.code} ${problem.entry} ${problem.part}`}>
            <span>
              <b>{nameOf(problem.place)}</b> {textOf(problem)}
            </span>
            <Button
              size="small"
              aria-label={t('publications.check.mendOne', { field: nameOf(problem.place) })}
              onClick={() => onGo(stepOf(problem.place), problem)}
            >
              {t('publications.check.mend')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

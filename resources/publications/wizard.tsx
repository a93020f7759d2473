import { useQuery } from '@tanstack/react-query'
import { App, Button, Steps } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { spacePath } from '#contract/pages/paths.ts'
import { metadataProblems } from '#contract/publications/check.ts'
import { type PublicationDetails, publications } from '#contract/publications.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { PageSkeleton } from '../../src/widgets/Skeleton.tsx'
import { Unsaved } from '../../src/widgets/Unsaved.tsx'
import { useTitle } from '../../src/widgets/use-title.ts'
import { AccessStep } from './access-step.tsx'
import { wizardPath } from './address.ts'
import { CheckStep } from './check-step.tsx'
import { Conflicts } from './conflicts.tsx'
import { ContentStep } from './content-step.tsx'
import { MetadataStep } from './metadata-step.tsx'
import { TypeStep } from './type-step.tsx'
import { useDraft } from './use-draft.ts'
import './publications.css'

const STEPS = ['type', 'content', 'metadata', 'access', 'check'] as const

/** The publication wizard of a space: begins a draft, or goes on with the one in the address. */
export default function PublicationWizard() {
  const { t } = useTranslation()
  const { id: spaceId = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const draft = params.get('draft')
  useTitle(t('publications.wizard.title'))
  const { run, problem } = useTask()
  const isBegun = useRef(false)
  const begin = () =>
    run(async () => {
      const made = await call(publications.create, { spaceId }, { quiet: true })
      await navigate(wizardPath(spaceId, made.id), { replace: true })
    })
  const start = useRef(begin)
  useEffect(() => {
    if (draft || isBegun.current) return
    isBegun.current = true
    void start.current()
  }, [draft])
  const query = useQuery({
    queryKey: ['publications', 'draft', draft],
    queryFn: () => call(publications.show, { id: draft ?? '' }, { quiet: true, aside: true }),
    enabled: draft !== null,
    // The form holds the newer values while it is open.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (problem) return <NotLoaded title={problem} error={undefined} onRetry={begin} />
  if (query.error) return <NotLoaded error={query.error} onRetry={query.refetch} />
  if (!query.data) return <PageSkeleton />
  return <Wizard key={query.data.id} spaceId={spaceId} loaded={query.data} />
}

function Wizard({ spaceId, loaded }: { spaceId: string; loaded: PublicationDetails }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const draft = useDraft(loaded)
  const [at, setAt] = useState(0)
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('publications')
  const { data: templates = [] } = useQuery({
    queryKey: ['publications', 'templates'],
    queryFn: () => call(publications.templates, {}, { quiet: true }),
  })
  const definition = templates.find(({ id }) => id === draft.fields.template)?.definition ?? loaded.definition
  const today = new Date().toISOString().slice(0, 10)
  const problems = definition ? metadataProblems(definition, draft.fields, today) : []
  const heading = useRef<HTMLHeadingElement>(null)
  const go = (step: number) => {
    setAt(step)
    void draft.flush()
    heading.current?.focus()
  }
  const submit = () =>
    run(async () => {
      if (!(await draft.flush())) return
      await call(publications.submit, { id: draft.id }, { quiet: true })
      renew()
      void message.success(t('publications.wizard.submitted'))
      await navigate(`${spacePath(spaceId, 'published')}?open=${draft.id}`)
    })
  const leave = async () => {
    if (await draft.flush()) await navigate(spacePath(spaceId, 'published'))
  }
  const step = STEPS[at] ?? 'type'
  const isLast = at === STEPS.length - 1
  return (
    <div className="wizard page">
      <Unsaved isDirty={draft.saving === 'failed'} />
      <div className="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {loaded.number > 1
              ? t('publications.wizard.version', { number: loaded.number })
              : t('publications.wizard.title')}
          </h1>
          <p role="status">
            {draft.saving === 'failed' ? draft.problem : t(`publications.wizard.${draft.saving}`)}
            {draft.saving === 'failed' && (
              <Button size="small" type="link" onClick={() => void draft.flush()}>
                {t('errors.retry')}
              </Button>
            )}
          </p>
        </div>
        <div className="right">
          <Button onClick={() => void leave()}>{t('publications.wizard.leave')}</Button>
        </div>
      </div>
      <Steps
        current={at}
        onChange={go}
        responsive={false}
        size="small"
        items={STEPS.map((key) => ({ title: t(`publications.wizard.steps.${key}`) }))}
      />
      <Conflicts draft={draft} />
      <div className="wizard-step">
        {step === 'type' && <TypeStep draft={draft} templates={templates} number={loaded.number} />}
        {step === 'content' && <ContentStep draft={draft} spaceId={spaceId} />}
        {step === 'metadata' && <MetadataStep draft={draft} definition={definition} problems={problems} />}
        {step === 'access' && <AccessStep draft={draft} problems={problems} />}
        {step === 'check' && <CheckStep draft={draft} onGo={(key) => go(STEPS.indexOf(key))} definition={definition} />}
      </div>
      {problem && (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="wizard-end">
        {at > 0 && <Button onClick={() => go(at - 1)}>{t('publications.wizard.back')}</Button>}
        <Button type="primary" loading={isBusy} onClick={() => (isLast ? void submit() : go(at + 1))}>
          {isLast ? t('publications.wizard.submit') : t('publications.wizard.next')}
        </Button>
      </div>
    </div>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { draftPreviewPath, spacePath } from '#contract/pages/paths.ts'
import { metadataProblems } from '#contract/publications/check.ts'
import type { DraftFields } from '#contract/publications/draft.ts'
import { type PublicationDetails, publications } from '#contract/publications.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { PeopleHere } from '../../src/widgets/PeopleHere.tsx'
import { FormSkeleton } from '../../src/widgets/Skeleton.tsx'
import { Unsaved } from '../../src/widgets/Unsaved.tsx'
import { useTitle } from '../../src/widgets/use-title.ts'
import { AccessStep } from './access-step.tsx'
import { WizardStep, wizardPath } from './address.ts'
import { CheckStep } from './check-step.tsx'
import { ClosedDraft } from './closed-draft.tsx'
import { Conflicts } from './conflicts.tsx'
import { ContentStep } from './content-step.tsx'
import { focusPlace, type Target } from './focus-place.ts'
import { IdentifierList } from './identifier-list.tsx'
import { MetadataStep } from './metadata-step.tsx'
import { ReasonNotice } from './reason-notice.tsx'
import { STEPS, type Step, unfinishedSteps } from './steps.ts'
import { TemplateNotice } from './template-notice.tsx'
import { TypeStep } from './type-step.tsx'
import { useDraft } from './use-draft.ts'
import { useDraftPresence } from './use-draft-presence.ts'
import { useTemplates } from './use-templates.ts'
import { WizardFrame } from './wizard-frame.tsx'
import { WizardStart } from './wizard-start.tsx'
import './publications.css'

/** The part of a draft that a step fills in; in the metadata it is the field. */
const PLACES = { type: 'template', content: 'files', metadata: '', access: 'access', check: '' } as const

/** The publication wizard of a space: creates a draft, or continues with the one in the address. */
export default function PublicationWizard() {
  const { t } = useTranslation()
  const { id: spaceId = '' } = useParams()
  const [params] = useSearchParams()
  const draft = params.get('draft')
  useTitle(t('publications.wizard.title'))
  const query = useQuery({
    queryKey: ['publications', 'draft', draft],
    queryFn: () => call(publications.show, { id: draft ?? '' }, { quiet: true, aside: true }),
    enabled: draft !== null,
    // The form holds the newer values while it is open.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (draft === null) return <WizardStart spaceId={spaceId} />
  if (query.error)
    return (
      <NotLoaded error={query.error} onRetry={query.refetch}>
        <Link to="/dataPublish">
          <Button>{t('publications.title')}</Button>
        </Link>
      </NotLoaded>
    )
  if (!query.data) return <FormSkeleton />
  const step = WizardStep.parse(params.get('step'))
  return <Opened key={query.data.id} spaceId={spaceId} loaded={query.data} step={step} />
}

type WizardProps = { spaceId: string; loaded: PublicationDetails; step: Step }

/** What could be edited when it was opened stays on the page, with what was typed. */
function Opened(props: WizardProps) {
  const [mayEdit] = useState(() => props.loaded.verbs.includes('edit'))
  return mayEdit ? <Wizard {...props} /> : <ClosedDraft spaceId={props.spaceId} publication={props.loaded} />
}

function Wizard({ spaceId, loaded, step }: WizardProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const draft = useDraft(loaded)
  const client = useQueryClient()
  const at = STEPS.indexOf(step)
  const [seen, setSeen] = useState(at)
  const reached = Math.max(seen, at)
  /** What was submitted last: a refusal is about it alone. */
  const [submitted, setSubmitted] = useState<DraftFields | null>(null)
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('publications')
  const templates = useTemplates(draft.fields.institution ?? '')
  const chosen = templates.data?.find(({ id }) => id === draft.fields.template)
  const isAsLoaded = draft.fields.template === loaded.fields.template
  const definition = chosen?.definition ?? (isAsLoaded ? loaded.definition : null)
  const today = new Date().toISOString().slice(0, 10)
  const problems = definition ? metadataProblems(definition, draft.fields, today) : []
  const heading = useRef<HTMLHeadingElement>(null)
  const [place, setPlace] = useState('')
  const present = useDraftPresence(loaded.id, step === 'metadata' ? place : PLACES[step])
  const { flush } = draft
  const shown = useRef(at)
  /** The field that a finding of the check leads to. */
  const wanted = useRef<Target | null>(null)
  // Back and Forward of the browser lead through the steps, too.
  useEffect(() => {
    if (shown.current === at) return
    shown.current = at
    setSeen((before) => Math.max(before, at))
    setSubmitted(null)
    void flush()
    const leaveField = wanted.current && focusPlace(wanted.current)
    wanted.current = null
    if (leaveField) return leaveField
    heading.current?.focus()
  }, [at, flush])
  const go = (to: Step | undefined, field: Target | null = null) => {
    wanted.current = field
    void navigate(wizardPath(spaceId, loaded.id, to))
  }
  const submit = () =>
    run(async () => {
      setSubmitted(draft.fields)
      if (!(await draft.flush())) return
      try {
        await call(publications.submit, { id: draft.id }, { quiet: true })
      } catch (failure) {
        await client.invalidateQueries({ queryKey: ['publications', 'check', draft.id] })
        throw failure
      }
      renew()
      void message.success(t('publications.wizard.submitted'))
      await navigate(`${spacePath(spaceId, 'published')}?open=${draft.id}`)
    })
  const leave = async () => {
    if (await draft.flush()) await navigate(spacePath(spaceId, 'published'))
  }
  const isLast = at === STEPS.length - 1
  return (
    <WizardFrame
      heading={heading}
      title={
        loaded.number > 1 ? t('publications.wizard.version', { number: loaded.number }) : t('publications.wizard.title')
      }
      status={
        <>
          {draft.saving === 'failed' ? draft.problem : t(`publications.wizard.${draft.saving}`)}
          {draft.saving === 'failed' && (
            <Button size="small" type="link" onClick={() => void draft.flush()}>
              {t('errors.retry')}
            </Button>
          )}
        </>
      }
      others={<PeopleHere present={present} label={(names) => t('publications.wizard.here', { names })} />}
      leave={t('publications.wizard.leave')}
      onLeave={() => void leave()}
      at={at}
      reached={reached}
      unfinished={unfinishedSteps(draft.fields, problems, loaded.number)}
      onStep={(to) => go(STEPS[to])}
      problem={submitted === draft.fields ? problem : ''}
      end={
        <>
          {at > 0 && <Button onClick={() => go(STEPS[at - 1])}>{t('publications.wizard.back')}</Button>}
          <Button type="primary" loading={isBusy} onClick={() => (isLast ? void submit() : go(STEPS[at + 1]))}>
            {isLast ? t('publications.wizard.submit') : t('publications.wizard.next')}
          </Button>
        </>
      }
    >
      <Unsaved isDirty={draft.saving === 'failed'} />
      <ReasonNotice publication={loaded} />
      <Conflicts draft={draft} />
      {chosen && (
        <TemplateNotice draft={draft} definition={chosen.definition} version={chosen.version} problems={problems} />
      )}
      <div className="wizard-step">
        {step === 'type' && <TypeStep draft={draft} templates={templates} number={loaded.number} />}
        {step === 'content' && <ContentStep draft={draft} spaceId={spaceId} />}
        {step === 'metadata' && !draft.fields.institution && <IdentifierList identifiers={loaded.identifiers} />}
        {step === 'metadata' && (
          <MetadataStep
            draft={draft}
            definition={definition}
            problems={problems}
            isAsked={reached >= STEPS.indexOf('check')}
            present={present}
            onPlace={setPlace}
          />
        )}
        {step === 'access' && (
          <AccessStep
            draft={draft}
            definition={definition}
            problems={problems}
            isAsked={reached >= STEPS.indexOf('check')}
          />
        )}
        {step === 'check' && (
          <CheckStep draft={draft} preview={draftPreviewPath(loaded)} onGo={go} definition={definition} />
        )}
      </div>
    </WizardFrame>
  )
}

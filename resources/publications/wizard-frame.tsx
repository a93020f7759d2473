import { WarningOutlined } from '@ant-design/icons'
import { Button, Steps } from 'antd'
import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { STEPS, type Step } from './steps.ts'

const NONE: ReadonlySet<Step> = new Set()

type Props = {
  heading?: Ref<HTMLHeadingElement>
  title: string
  /** Whether the draft is saved. */
  status?: ReactNode
  /** The other people editing it. */
  others?: ReactNode
  leave: string
  onLeave: () => void
  at: number
  /** The last step that was seen, and those in which something required is missing; only others are ticked. */
  reached?: number
  unfinished?: ReadonlySet<Step>
  /** Absent while there is only the first step. */
  onStep?: (step: number) => void
  problem: string | null
  end: ReactNode
  children: ReactNode
}

/** The frame of every step of the wizard. */
export function WizardFrame(props: Props) {
  const {
    heading,
    title,
    status,
    others,
    leave,
    onLeave,
    at,
    reached = at,
    unfinished = NONE,
    onStep,
    problem,
    end,
    children,
  } = props
  const { t } = useTranslation()
  const itemOf = (key: Step, place: number) => {
    const name = t(`publications.wizard.steps.${key}`)
    if (place === at || place > reached || key === 'check') return { title: name }
    if (!unfinished.has(key)) return { title: name, status: 'finish' as const }
    const title = (
      <>
        {name}
        <span className="sr-only"> ({t('publications.wizard.unfinished')})</span>
      </>
    )
    return { title, icon: <WarningOutlined className="step-unfinished" />, status: 'wait' as const }
  }
  return (
    <div className="wizard page">
      <div className="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p role="status">{status}</p>
        </div>
        <div className="right">
          {others}
          <Button onClick={onLeave}>{leave}</Button>
        </div>
      </div>
      <Steps
        current={at}
        {...(onStep && { onChange: onStep })}
        responsive={false}
        size="small"
        items={STEPS.map((key, place) => itemOf(key, place))}
      />
      {children}
      {problem && (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="wizard-end">{end}</div>
    </div>
  )
}

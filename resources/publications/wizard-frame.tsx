import { Button, Steps } from 'antd'
import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'

export const STEPS = ['type', 'content', 'metadata', 'access', 'check'] as const

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
  /** Absent while there is only the first step. */
  onStep?: (step: number) => void
  problem: string | null
  end: ReactNode
  children: ReactNode
}

/** The frame of every step of the wizard. */
export function WizardFrame(props: Props) {
  const { heading, title, status, others, leave, onLeave, at, onStep, problem, end, children } = props
  const { t } = useTranslation()
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
        items={STEPS.map((key) => ({ title: t(`publications.wizard.steps.${key}`) }))}
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

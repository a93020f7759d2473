import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { type JoinRequest, joining } from '#contract/joining.ts'
import type { GivenRole } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { OutcomeReport, sortedOut } from '../../src/widgets/OutcomeReport.tsx'

export type Answer = { isPassed: true; role: GivenRole } | { isPassed: false; opinion: string }

/** Sends answers and reports the results; returns true when all requests were handled. */
export function useAnswers(spaceId: string, requests: JoinRequest[]) {
  const { t } = useTranslation()
  const { message, modal } = App.useApp()
  const nameOf = (id: string) => requests.find((request) => request.id === id)?.person.personName ?? ''
  return async (requestIds: string[], given: Answer): Promise<boolean> => {
    // The shell shows a refusal of the whole call.
    const outcomes = await call(joining.answer, { id: spaceId, requestIds, ...given }).catch(() => null)
    if (!outcomes) return false
    const { done, failed } = sortedOut(outcomes, nameOf)
    if (!failed.length)
      void message.success(t(given.isPassed ? 'joining.requests.passed' : 'joining.requests.rejected', { count: done }))
    else
      modal.info({
        title: t('joining.requests.someFailed', { done, count: failed.length }),
        content: <OutcomeReport failed={failed} />,
      })
    return true
  }
}

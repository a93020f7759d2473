import { ImportOutlined } from '@ant-design/icons'
import { explain } from '#contract/core/policy.ts'
import { type Action, refusalTo } from './action.ts'

/** Imports files from elsewhere; available if at least one way of importing is permitted. */
export const importFiles: Action = {
  name: 'importFiles',
  icon: <ImportOutlined />,
  isVisible: (context) => context.selected.length === 0 && context.policyContext.myRole !== null,
  refusal: (context) => {
    const verdicts = (['import.drive', 'import.space'] as const).map((way) =>
      explain(context.actor, way, context.policyContext),
    )
    return refusalTo('file.make')(context) ?? (verdicts.some(({ allowed }) => allowed) ? null : (verdicts[0] ?? null))
  },
  run: (context) => context.ask('importFiles'),
}

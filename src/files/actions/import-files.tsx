import { ImportOutlined } from '@ant-design/icons'
import { explain } from '#contract/policy.ts'
import { type Action, refusalTo } from './action.ts'

/** Files from elsewhere: open to whoever may bring them in at least one way. */
export const importFiles: Action = {
  name: 'importFiles',
  icon: <ImportOutlined />,
  isVisible: (desk) => desk.marked.length === 0 && desk.facts.myRole !== null,
  refusal: (desk) => {
    const verdicts = (['import.drive', 'import.space'] as const).map((way) => explain(desk.actor, way, desk.facts))
    return refusalTo('file.make')(desk) ?? (verdicts.some(({ allowed }) => allowed) ? null : (verdicts[0] ?? null))
  },
  run: (desk) => desk.ask('importFiles'),
}

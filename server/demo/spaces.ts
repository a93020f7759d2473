import type { SpaceType } from '#contract/core/policy.ts'
import type { PersonKey } from './people.ts'

export type DemoSpace = {
  name: string
  identifier: string
  introduction: string
  tags: string[]
  type: SpaceType
  owner: PersonKey
  members: Partial<Record<PersonKey, 'senior' | 'normal'>>
}

/** Several spaces of each type, small and truthful. */
export const demoSpaces: DemoSpace[] = [
  {
    name: '高原湖泊生态观测',
    identifier: 'alpinelake',
    introduction: '逐层水温、电导与浮游生物的示例数据集，全部由公式生成。',
    tags: ['生态', '湖泊', 'CTD'],
    type: 'public',
    owner: 'lin',
    members: { zhang: 'senior', sorensen: 'normal' },
  },
  {
    name: 'Ideal helices',
    identifier: 'helices',
    introduction: 'Computed alpha helices for trying structure viewers.',
    tags: ['structure', 'protein'],
    type: 'public',
    owner: 'okafor',
    members: { lin: 'normal' },
  },
  {
    name: '冰川物质平衡',
    identifier: 'glacier',
    introduction: '需要申请加入的空间示例。',
    tags: ['冰冻圈'],
    type: 'restricted',
    owner: 'lin',
    members: { zhang: 'normal' },
  },
  {
    name: 'Maize field trial',
    identifier: 'maize',
    introduction: 'A restricted space: shown to everybody, joined by approval.',
    tags: ['genomics', 'field'],
    type: 'restricted',
    owner: 'okafor',
    members: { sorensen: 'senior' },
  },
  {
    name: '课题组内部资料',
    identifier: 'ourgroup',
    introduction: '私有空间示例，仅成员可见。',
    tags: ['内部'],
    type: 'private',
    owner: 'lin',
    members: { zhang: 'senior', okafor: 'normal' },
  },
  {
    name: 'Manuscript drafts',
    identifier: 'drafts',
    introduction: 'A private space for two.',
    tags: ['writing'],
    type: 'private',
    owner: 'okafor',
    members: { sorensen: 'normal' },
  },
]

import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import { buildPublication, type Fields } from './publication.ts'
import { TEMPLATE } from './speaker.ts'
import { buildWorld } from './world.ts'

const { institutions, publications, senders, settings } = contract
type Draft = Partial<InputOf<typeof senders.create>>
type Wish = {
  more?: Draft
  register?: boolean
  /** Configuration of the one that takes datasets. */
  env?: Record<string, string>
  transfer?: InputOf<typeof institutions.create>['transfer']
}

/** Two installations of ours: one with a space to publish from, and one that takes its datasets. */
export async function buildExchange({ more = {}, register = true, env = {}, transfer = 'https' }: Wish = {}) {
  const base = await buildPublication()
  const there = await buildWorld(env)
  const { world: here, owner } = base
  const hostOf = ({ origin }: { origin: string }) => new URL(origin).host
  here.config.outside.allow.push(hostOf(there))
  there.config.outside.allow.push(hostOf(here))
  const [reviewer, receiver] = [await there.as('admin'), await there.as('admin')]
  const isOn = (is: boolean) => receiver.data(settings.setFeatures, { senders: is })
  await isOn(true)
  const { sender, code } = await receiver.data(senders.create, {
    name: 'Lake Institute',
    account: 'lake-1',
    host: here.origin,
    datasetGb: 1,
    ...more,
  })
  async function connect() {
    const { id: institution } = await base.admin.data(institutions.create, {
      name: 'Great Archive',
      host: there.origin,
      account: 'lake-1',
      code,
      transfer,
    })
    const offered = await owner.data(institutions.templates, { id: institution })
    const template = offered.find(({ definition }) => definition.name.zh === TEMPLATE)?.id ?? ''
    return { institution, template }
  }
  const { institution, template } = register ? await connect() : { institution: '', template: '' }
  const show = (id: string) => owner.data(publications.show, { id })
  const drain = () => here.services.tasks.drain()
  async function submit(id: string) {
    await owner.data(publications.submit, { id })
    await drain()
    return show(id)
  }
  /** Submits a dataset to the other installation. */
  const sent = async (fields: Fields = {}) => submit((await base.complete({ institution, template, ...fields })).id)
  const queue = async () => (await reviewer.data(publications.queue, {})).list
  const incoming = async () => (await receiver.data(senders.incoming, {})).list
  /** Makes tables of what came, and hands it over to the reviewers. */
  const handOver = () => there.services.senders.handOver()
  const tell = () => there.services.senders.tellDecisions()
  return {
    ...base,
    here,
    there,
    receiver,
    reviewer,
    isOn,
    sender,
    code,
    institution,
    template,
    connect,
    show,
    drain,
    submit,
    sent,
    queue,
    incoming,
    tell,
    handOver,
  }
}

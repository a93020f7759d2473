import { useQuery } from '@tanstack/react-query'
import { institutions, type OfferedTemplate } from '#contract/institutions.ts'
import { publicationTemplates } from '#contract/publication-templates.ts'
import { call } from '#providers/call.ts'

/** A template that may be chosen; one of an institution has fields that can't be filled in here. */
export type ChoosableTemplate = OfferedTemplate & { isOn: boolean; version: number }

async function templatesOf(institution: string): Promise<ChoosableTemplate[]> {
  if (institution)
    return (await call(institutions.templates, { id: institution }, { quiet: true })).map((one) => ({
      ...one,
      isOn: true,
      version: 1,
    }))
  const own = await call(publicationTemplates.offered, {}, { quiet: true })
  return own.map(({ id, definition, isOn, version }) => ({ id, definition, isOn, version, omitted: [], unusable: [] }))
}

/** The templates of an institution, or those of this site for ''. */
export const useTemplates = (institution: string) =>
  useQuery({ queryKey: ['publications', 'templates', institution], queryFn: () => templatesOf(institution) })
export type Templates = ReturnType<typeof useTemplates>

/**
 * The source of a field's value. `apply`: the institution assigns the identifier. `images`: pictures among the files.
 */
export type PlanKind =
  | 'title'
  | 'description'
  | 'keywords'
  | 'subjects'
  | 'authors'
  | 'organisations'
  | 'funding'
  | 'related'
  | 'dates'
  | 'places'
  | 'language'
  | 'licence'
  | 'access'
  | 'apply'
  | 'text'
  | 'texts'
  | 'images'
/**
 * A field of an institution's template as it is sent. `output`: its property, the last part of the IRI. `key`: the field
 * of the draft beyond the record, '' for parts of the record. `options`: what may be chosen, empty for anything.
 */
export type PlanField = {
  output: string
  kind: PlanKind
  language: 'zh' | 'en' | ''
  key: string
  options: string[]
}

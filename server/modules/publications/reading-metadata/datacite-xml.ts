import { childOf, type Element } from '#server/xml.ts'

type Values = Record<string, unknown>
const all = (root: Element, list: string, one: string): Element[] =>
  (childOf(root, list)?.children ?? []).filter(({ name }) => name === one)
const said = (parent: Element | undefined, name: string) => childOf(parent, name)?.text.trim()
const langOf = ({ attributes }: Element) => attributes['xml:lang'] ?? ''
const numbers = (parent: Element | undefined): Values | undefined =>
  parent && Object.fromEntries(parent.children.map(({ name, text }) => [name, Number(text)]))

function partyOf(element: Element, name: string): Values {
  const identifiers = element.children.filter((child) => child.name === 'nameIdentifier')
  return {
    name: said(element, name),
    nameType: childOf(element, name)?.attributes.nameType,
    givenName: said(element, 'givenName'),
    familyName: said(element, 'familyName'),
    contributorType: element.attributes.contributorType,
    nameIdentifiers: identifiers.map(({ text, attributes }) => ({
      nameIdentifier: text.trim(),
      nameIdentifierScheme: attributes.nameIdentifierScheme,
    })),
    affiliation: element.children
      .filter((child) => child.name === 'affiliation')
      .map(({ text, attributes }) => ({ ...attributes, name: text.trim() })),
  }
}

/** The attributes of a DataCite record in XML, as its JSON has them; null for other XML. */
export function dataciteAttributes(root: Element): Values | null {
  if (root.name !== 'resource') return null
  const identifier = childOf(root, 'identifier')
  return {
    doi: identifier?.attributes.identifierType === 'DOI' ? identifier.text.trim() : '',
    creators: all(root, 'creators', 'creator').map((one) => partyOf(one, 'creatorName')),
    contributors: all(root, 'contributors', 'contributor').map((one) => partyOf(one, 'contributorName')),
    titles: all(root, 'titles', 'title').map((one) => ({ title: one.text, lang: langOf(one) })),
    descriptions: all(root, 'descriptions', 'description').map((one) => ({
      description: one.text,
      descriptionType: one.attributes.descriptionType,
      lang: langOf(one),
    })),
    subjects: all(root, 'subjects', 'subject').map((one) => ({
      ...one.attributes,
      subject: one.text,
      lang: langOf(one),
    })),
    dates: all(root, 'dates', 'date').map((one) => ({ ...one.attributes, date: one.text })),
    language: said(root, 'language'),
    rightsList: all(root, 'rightsList', 'rights').map(({ attributes }) => ({
      rightsIdentifier: attributes.rightsIdentifier,
      rightsUri: attributes.rightsURI,
    })),
    relatedIdentifiers: all(root, 'relatedIdentifiers', 'relatedIdentifier').map((one) => ({
      ...one.attributes,
      relatedIdentifier: one.text.trim(),
    })),
    fundingReferences: all(root, 'fundingReferences', 'fundingReference').map((one) => ({
      funderName: said(one, 'funderName'),
      funderIdentifier: said(one, 'funderIdentifier'),
      awardNumber: said(one, 'awardNumber'),
      awardTitle: said(one, 'awardTitle'),
    })),
    geoLocations: all(root, 'geoLocations', 'geoLocation').map((one) => ({
      geoLocationPlace: said(one, 'geoLocationPlace'),
      geoLocationBox: numbers(childOf(one, 'geoLocationBox')),
      geoLocationPoint: numbers(childOf(one, 'geoLocationPoint')),
    })),
  }
}

/** What a link to another site carries: it opens beside ours and learns nothing of the reader. */
export const besides = (href: string) =>
  /^https?:/i.test(href) ? { target: '_blank', rel: 'nofollow noopener noreferrer' } : {}

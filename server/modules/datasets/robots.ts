/**
 * User agents of programs that crawl the web by themselves: crawlers, harvesters, link and availability checkers.
 * Programs that people run to fetch data (curl, Wget, libraries) count as readers. Source: COUNTER Code of Practice
 * 5.1, section 7.8.
 */
const ROBOTS =
  /bot\b|bot[/;)_-]|crawl|spider|slurp|archiver|harvest|scrap|validator|link.?check|monitor|uptime|pingdom|statuscake|headless|lighthouse|preview|facebookexternalhit|embedly|feed(ly|fetcher|burner)|f-uji/i

/** Whether a request comes from a robot by its user agent; requests without one count as robots. */
export const isRobot = (agent: string): boolean => agent.trim() === '' || ROBOTS.test(agent)

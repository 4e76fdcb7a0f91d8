/** The app's version, as the package says. */
import about from '../../package.json' with { type: 'json' };

export const appVersion: string = about.version;

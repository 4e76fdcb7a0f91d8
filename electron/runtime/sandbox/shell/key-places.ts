/** Where keys and passwords lie, and the names of variables that hold them. */
import { protectionOf } from '../protected-names.ts';
import { type Ground, isWithin } from './places.ts';

export const SECRET_VARIABLE = /(API_?KEY|KEY$|_KEY_|TOKEN|SECRET|PASSWO?R?D|PASSWD|CREDENTIAL|PRIVATE)/i;

/** Below anybody's home. */
const KEY_PLACES =
  /^(\.ssh|\.aws|\.azure|\.gnupg|\.kube|\.docker\/config\.json|\.netrc|\.npmrc|\.pypirc|\.git-credentials|\.password-store|\.config\/(gh|gcloud|op|rclone|Bitwarden)|\.local\/share\/(keyrings|kwalletd)|Library\/(Keychains|Cookies)|\.mozilla|\.thunderbird|\.config\/(google-chrome|chromium|BraveSoftware|microsoft-edge)|Library\/Application Support\/(Google\/Chrome|Firefox|BraveSoftware)|\.vault-token|\.pgpass|\.my\.cnf|\.cargo\/credentials(\.toml)?|\.gem\/credentials|\.terraform\.d|\.bitcoin|\.electrum|\.(bash|zsh|python|mysql|psql)_history)(\/|$)/;
/** The system's own. */
const SYSTEM_KEYS =
  /^(\/private)?\/etc\/(shadow|gshadow|master\.passwd|sudoers|ssh|ssl\/private|security|NetworkManager\/system-connections)|^\/proc\/[^/]+\/(task\/[^/]+\/)?(environ|mem|maps|fd|root|cwd)(\/|$)|^\/(var\/lib|run)\/(secrets|credentials|docker\.sock)|^\/var\/run\/docker\.sock/;
const HOMES = /^\/(?:root|(?:home|Users)\/[^/]+)\//;

/** Hold some of them. */
const KEY_HEADS = /^(\.docker|\.config|\.local(\/share)?|Library(\/Application Support)?|\.cargo|\.gem)$/;

export function isKeyPlace(place: string, { home }: Ground): boolean {
  if (SYSTEM_KEYS.test(place)) return true;
  const below = isWithin(place, home) ? place.slice(home.length + 1) : HOMES.test(place) ? place.replace(HOMES, '') : '';
  return KEY_PLACES.test(below) || KEY_HEADS.test(below);
}

/** A name that holds secrets wherever it lies, such as `.env`. */
export function isSecretName(path: string): boolean {
  return protectionOf(path.replace(/^(\.\/)+/, '')) === 'secret' && !/(^|\/)\.git(\/|$)/.test(path);
}

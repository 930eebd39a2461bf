import { type Advice, bodyDiagnostic } from "../advice.ts";

const HOME = /(?:\/home\/|\/Users\/|[A-Z]:\\Users\\)([A-Za-z][\w.-]{0,40})(?=[/\\])/g;
/** User names that are only placeholders. */
const ANYBODY =
  /^(?:user|users|username|user_name|your-?name|your-?user(?:name)?|you|me|name|myuser|someone|alice|bob|jane|john|foo|ubuntu|node|vscode|runner|claude|agent|app|dev|admin|shared|public|linuxbrew|coder|sandbox|codespace|gitpod|jovyan|xxx+)$/i;

/** Reports paths into the author's home, which do not exist on other machines. */
export const homePaths: Advice = (subject) => {
  for (const match of subject.body.matchAll(HOME)) {
    if (ANYBODY.test(match[1] as string)) continue;
    return [
      bodyDiagnostic(
        subject,
        "SK137",
        match.index,
        match[0].length,
        `\`${match[0]}\` is a path in one user's home directory`,
        "use a path relative to the skill, or `~`",
      ),
    ];
  }
  return [];
};

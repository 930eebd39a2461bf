import { diagnostic } from "../../../model/diagnostics/make-diagnostic.ts";
import type { Advice } from "../advice.ts";
import { locateKey } from "../rule.ts";

const WHEN =
  /\b(?:when|whenever|if you|if the|use (?:this|it|for|to|after|before|in|with)|used (?:for|to|when)|trigger|invoke|activate|before|after|for (?:any|all|tasks|requests|questions))/i;
const MOSTLY_LATIN = /^[\x20-\x7e\u2010-\u2027]*$/;
const VAGUE =
  /^(?:a |an |the )?(?:(?:helpful|useful|general|simple|basic|my|test|example|sample) )*(?:skill|helper|tool|utility|stuff|things|todo|tbd|description)s?\b[^a-z]*$/i;
const MIN_WORDS = 4;

/**
 * Checks that the description says what the skill does and when to use it. A model decides by the description alone.
 */
export const descriptionQuality: Advice = ({ skill }) => {
  const { description, manifest } = skill;
  const { at } = locateKey(skill, "description");
  const words = description.split(/\s+/).length;
  const latin = MOSTLY_LATIN.test(description);
  if (VAGUE.test(description) || (latin && words < MIN_WORDS) || /\bTODO\b/.test(description)) {
    return [
      diagnostic("SK131", {
        at,
        message: "the description is too vague to choose the skill by",
        help: "name the task, the inputs and the outcome",
      }),
    ];
  }
  if (!latin || manifest.whenToUse || manifest.triggers || WHEN.test(description)) return [];
  return [
    diagnostic("SK130", {
      at,
      message: "the description does not say when to use the skill",
      help: "add a sentence such as `Use when …`, and three requests of users; `skillwright eval` measures their effect",
    }),
  ];
};

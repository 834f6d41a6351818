//! What showing text does with the outlines of its glyphs (ISO 32000-2, 9.3.6).

/// Text rendering mode, the operand of `Tr` (table 104).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RenderingMode {
    #[default]
    Fill,
    Stroke,
    FillAndStroke,
    /// Neither fills nor strokes: text that is there to be found, as under the picture of a scan.
    Invisible,
    FillAndClip,
    StrokeAndClip,
    FillStrokeAndClip,
    /// Only adds to the clip: what is painted next shows through the letters.
    Clip,
}

impl RenderingMode {
    /// The mode with this number; numbers outside the table count as its nearest.
    pub fn of_operand(number: f64) -> Self {
        match number.clamp(0.0, 7.0) as u8 {
            0 => Self::Fill,
            1 => Self::Stroke,
            2 => Self::FillAndStroke,
            3 => Self::Invisible,
            4 => Self::FillAndClip,
            5 => Self::StrokeAndClip,
            6 => Self::FillStrokeAndClip,
            _ => Self::Clip,
        }
    }

    pub fn fills(self) -> bool {
        matches!(
            self,
            Self::Fill | Self::FillAndStroke | Self::FillAndClip | Self::FillStrokeAndClip
        )
    }

    pub fn strokes(self) -> bool {
        matches!(
            self,
            Self::Stroke | Self::FillAndStroke | Self::StrokeAndClip | Self::FillStrokeAndClip
        )
    }

    /// Whether glyphs leave paint on the page.
    pub fn paints(self) -> bool {
        self.fills() || self.strokes()
    }

    /// Whether glyphs are added to the clip.
    pub fn clips(self) -> bool {
        matches!(
            self,
            Self::FillAndClip | Self::StrokeAndClip | Self::FillStrokeAndClip | Self::Clip
        )
    }

    /// Whether glyphs neither paint nor clip: nothing on the page is as it is because of them.
    pub fn invisible(self) -> bool {
        self == Self::Invisible
    }
}

#[cfg(test)]
mod tests {
    use super::RenderingMode;

    #[test]
    fn modes_fill_stroke_and_clip_as_table_104_says() {
        let answers = (0..8).map(|number| {
            let mode = RenderingMode::of_operand(f64::from(number));
            assert_eq!(mode as i32, number);
            (mode.fills(), mode.strokes(), mode.clips())
        });
        let table = [
            (true, false, false),
            (false, true, false),
            (true, true, false),
            (false, false, false),
            (true, false, true),
            (false, true, true),
            (true, true, true),
            (false, false, true),
        ];
        assert_eq!(answers.collect::<Vec<_>>(), table);
    }

    #[test]
    fn a_number_outside_the_table_counts_as_its_nearest() {
        let of = RenderingMode::of_operand;
        assert_eq!(of(-1.0), RenderingMode::Fill);
        assert_eq!(of(300.0), RenderingMode::Clip);
        assert_eq!(of(f64::NAN), RenderingMode::Fill);
    }

    #[test]
    fn only_the_third_mode_is_invisible_and_clipping_paints_nothing() {
        let all = (0..8).map(|number| RenderingMode::of_operand(f64::from(number)));
        let unpainted: Vec<_> = all.filter(|mode| !mode.paints()).collect();
        assert_eq!(unpainted, [RenderingMode::Invisible, RenderingMode::Clip]);
        assert!(RenderingMode::Invisible.invisible() && !RenderingMode::Clip.invisible());
    }
}

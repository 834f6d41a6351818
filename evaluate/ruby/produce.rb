# Draws documents with Prawn; the argument names a JSON file of jobs.

require 'json'
require 'prawn'

SHARES = { 'left' => 0, 'center' => 0.5, 'right' => 1 }.freeze

JSON.parse(File.read(ARGV[0])).each do |job|
  sheet = job['sheet']
  pdf = Prawn::Document.new(
    page_size: [sheet['width'], sheet['height']], margin: 0, skip_page_creation: true, compress: true,
    info: { Title: sheet['title'], Author: sheet['author'], Creator: 'Prawn' }
  )
  pdf.font_families.update('Body' => { normal: sheet['regular'], bold: sheet['bold'] })
  sheet['pages'].each do |page|
    pdf.start_new_page
    page['items'].each do |item|
      color = item['color'].to_s.delete('#')
      case item['kind']
      when 'text'
        pdf.font('Body', style: item['bold'] ? :bold : :normal, size: item['size']) do
          pdf.fill_color(color)
          x = item['x'] - SHARES[item['align']] * pdf.width_of(item['text'])
          pdf.draw_text(item['text'], at: [x, item['y']])
        end
      when 'line'
        pdf.stroke_color(color)
        pdf.line_width(item['width'])
        pdf.stroke_line([item['x1'], item['y1']], [item['x2'], item['y2']])
      when 'fill'
        pdf.fill_color(color)
        pdf.fill_rectangle([item['x'], item['y'] + item['h']], item['w'], item['h'])
      end
    end
  end
  pdf.render_file(job['out'])
end
